/** The view's types are the server's. */

export type { ReversiView } from '../../wire';
