/** Las palabras de la mesa que solo necesita quien juega o analiza. */

export const es = {
  pencil: 'Dibujar',
  pencilHelp:
    'Pulsa dos casillas para una flecha, o dos veces la misma para un círculo. Con ratón, arrastra con el botón derecho.',
  colour: 'Color',
  colours: { green: 'verde', red: 'rojo', blue: 'azul', yellow: 'amarillo' },
  erase: 'Borrar dibujos',
  zen: 'Modo zen',
  leaveZen: 'Salir del modo zen',
  confirmMove: (move: string) => `¿Jugar ${move}?`,
  playIt: 'Jugar',
  takeItBack: 'No',
  keys: { zen: 'modo zen', draw: 'dibujar flechas y círculos' },
};
