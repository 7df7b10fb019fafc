/** Las palabras del aspecto de tableros y piezas, para la página de ajustes. */

export const es = {
  title: 'Tableros y piezas',
  board: 'Tablero',
  pieces: 'Piezas',
  preview: 'Así se ve',
  confirmMoves: 'Confirmar cada jugada',
};
