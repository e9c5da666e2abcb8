import type { LinkEnd } from '../../shared/notes-calls'
import { follow } from '../prose/follow'
import { openNote } from './load'

/** Goes to where a link leads: a note here, a sheet, or the form of a place or region. */
export function followEnd(end: LinkEnd): void {
  if (end.what === 'note') openNote(end.path, true)
  else if (end.what !== 'missing') follow({ what: end.what, id: end.id })
}
