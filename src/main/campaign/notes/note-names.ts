import { fold } from '../../../shared/story/names'
import type { Note } from './note'

/** The forms of a file's path: complete; without extension; and, for an ABOUT.md, the folder, otherwise again without extension. */
export function pathForms(path: string): [path: string, short: string, about: string] {
  const short = path.replace(/\.(md|yaml)$/i, '')
  return [path, short, short.replace(/\/ABOUT$/i, '')]
}

/** The names by which links find a file, full path first: with and without extension, the folder for an ABOUT.md, and every suffix of each. */
export function pathNames(path: string): string[] {
  return pathForms(path).flatMap((whole) => {
    const parts = whole.split('/')
    return parts.map((_, i) => parts.slice(i).join('/'))
  })
}

/** The folded names under which links find a note: those of its path, its title, its aliases. */
export const namesOf = (note: Note): Set<string> => new Set([...pathNames(fold(note.path)), ...note.called])

/** The last part of a folded name, without a note's extension. Nearly all names of a note share it. */
export const lastPart = (name: string): string => name.slice(name.lastIndexOf('/') + 1).replace(/\.md$/, '')

/** The last part of each of a note's names. */
export const lastPartsOf = (note: Note): Set<string> => new Set([...pathForms(fold(note.path)), ...note.called].map(lastPart))
