import type { LinkEnd } from '../../shared/contract/world-calls'
import { follow } from '../prose/follow'
import { beatName } from '../ui/names'
import { openNote } from './load'

/** Opens the target of a link: a note, a sheet, the form of a place or region, or a beat. Nothing shows an attachment. */
export function followEnd(end: LinkEnd): void {
  if (end.what === 'note') openNote(end.path, true)
  else if (end.what !== 'missing' && end.what !== 'attachment') follow(end)
}

/** The name of a link's target: the path of a note. */
export const endName = (end: Exclude<LinkEnd, { what: 'missing' }>): string =>
  end.what === 'note' ? end.path : end.what === 'beat' ? beatName(end.n) : end.name
