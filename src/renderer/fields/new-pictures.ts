import { fold } from '../../shared/story/names'
import { pictureName } from '../../shared/story/pictures'
import type { Lore } from '../../shared/story/lore'

/** Pictures that were added to a text and are not saved: their bytes in Base64, by the name of their file. */
export type NewPictures = Readonly<Record<string, string>>

/** Adds a picture to be saved with a text. `file`: its name on this machine; `lore`: the campaign's pictures. Returns all, and its name. */
export function withNewPicture(
  pictures: NewPictures = {},
  { file, bytes }: { file: string; bytes: string },
  lore: Lore | undefined
): { name: string; pictures: NewPictures } {
  const taken = new Set([...Object.keys(lore?.pictures ?? {}), ...Object.keys(pictures)].map(fold))
  const start = Uint8Array.from(atob(bytes.slice(0, 64)), (one) => one.charCodeAt(0))
  const name = pictureName(file, start, (one) => taken.has(fold(one)))
  return { name, pictures: { ...pictures, [name]: bytes } }
}

/** The new pictures that are saved with a text, which names them, and those that are not. */
export function picturesFor(pictures: NewPictures = {}, text = ''): { named: { file: string; bytes: string }[]; others: NewPictures } {
  const all = Object.entries(pictures)
  return {
    named: all.flatMap(([file, bytes]) => (text.includes(file) ? [{ file, bytes }] : [])),
    others: Object.fromEntries(all.filter(([file]) => !text.includes(file)))
  }
}
