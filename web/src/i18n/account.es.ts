/** Las palabras de las cuentas: entrar, recuperar, guardar y cerrar. */

export const es = {
  title: 'Cuenta',
  manage: 'Contraseña, sesiones y datos',
  guest: 'Juegas como invitado: no hay cuenta que guardar. Créala en tu perfil.',
  toProfile: 'Ir al perfil',
  recover: 'Recuperar la cuenta',
  recoverHelp:
    'Con uno de los códigos que recibiste al crearla. El segundo factor se desactiva y se cierran las sesiones.',
  recoveryCode: 'Código de recuperación',
  newPassword: 'Contraseña nueva',
  code: 'Código del autenticador',
  codeHelp: 'O un código de recuperación en su lugar.',
  codes: 'Códigos de recuperación',
  codesHelp:
    'Aquí no hay correo: si olvidas la contraseña, solo te queda uno de estos códigos. Cada uno vale una vez. Anótalos ahora; no se vuelven a mostrar.',
  codesLeft: (count: number) =>
    count === 1
      ? 'Queda 1 código. Los nuevos sustituyen a los anteriores.'
      : `Quedan ${count} códigos. Los nuevos sustituyen a los anteriores.`,
  newCodes: 'Códigos nuevos',
  copy: 'Copiar',
  copied: 'Copiado',
  save: 'Guardar en un archivo',
  written: 'Los he anotado',
  file: 'damero-codigos-de-recuperacion.txt',
  password: 'Contraseña',
  oldPassword: 'Contraseña actual',
  change: 'Cambiar la contraseña',
  changed: 'La contraseña ha cambiado y las demás sesiones se han cerrado.',
  sessions: 'Sesiones',
  since: 'Desde',
  used: 'Último uso',
  here: 'esta',
  endSession: 'Cerrar',
  endSessionOf: (since: string, used: string) => `Cerrar la sesión abierta el ${since}, último uso ${used}`,
  sessionEnded: 'La sesión se ha cerrado.',
  everywhere: 'Salir en todas partes',
  factor: 'Segundo factor',
  factorOff: 'Al entrar basta la contraseña.',
  factorOn: 'Al entrar se pide también el código de un autenticador.',
  factorStart: 'Activar con un autenticador',
  factorHelp: 'Escanea la imagen con la aplicación y escribe después el código que muestre.',
  qr: 'Código QR con el secreto',
  factorOther: 'Sin cámara: abre el enlace en este dispositivo o escribe el secreto en la aplicación.',
  open: 'Abrir en el autenticador',
  secret: 'Secreto',
  turnOn: 'Activar',
  turnOff: 'Desactivar',
  cancel: 'Cancelar',
  data: 'Tus datos',
  dataHelp: 'Todo lo que se guarda de ti, con cada partida, en un archivo: un objeto JSON por línea.',
  take: 'Descargar mis datos',
  end: 'Borrar la cuenta',
  endHelp:
    'Se borran el nombre, la contraseña, los códigos y las sesiones. Las partidas quedan, con un invitado en tu lugar. No se puede deshacer.',
  endNow: 'Borrar para siempre',
};

export type AccountWords = typeof es;
