import { fold } from '../../../shared/names'
import type { Note } from './note'

/** A file's path; without its ending; and what it is about: the same, or the folder of an ABOUT.md. */
export function pathForms(path: string): [path: string, short: string, about: string] {
  const short = path.replace(/\.(md|yaml)$/i, '')
  return [path, short, short.replace(/\/ABOUT$/i, '')]
}

/** The names by which links find a file, whole path first: with and without its ending, the folder for an ABOUT.md, and every end of each. */
export function pathNames(path: string): string[] {
  return pathForms(path).flatMap((whole) => {
    const parts = whole.split('/')
    return parts.map((_, i) => parts.slice(i).join('/'))
  })
}

/** Names under which links find a note, folded: those of its path, its title, its aliases. */
export const namesOf = (note: Note): Set<string> => new Set([...pathNames(fold(note.path)), ...note.called])

/** The last part of a folded name, without the ending of a note: nearly all of a note's many names have the same one. */
export const lastPart = (name: string): string => name.slice(name.lastIndexOf('/') + 1).replace(/\.md$/, '')

/** The last part of each of a note's names. */
export const lastPartsOf = (note: Note): Set<string> => new Set([...pathForms(fold(note.path)), ...note.called].map(lastPart))
