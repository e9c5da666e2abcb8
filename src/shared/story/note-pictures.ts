import { attempt } from '../base/attempt'
import { pathFrom } from '../base/paths'
import { PICTURES } from './pictures'

/** A picture in a note: its target as written, its alternative text if it has one, and its line, counted from 1. */
export interface NotePicture {
  target: string
  alt: string | undefined
  line: number
}

const PICTURE = /\.(?:avif|gif|jpe?g|png|webp)$/i

/** Whether a link's target is a file that is shown as a picture. An address on the web isn't: nothing is fetched. */
export const isPictureFile = (target: string): boolean => PICTURE.test(target.trim()) && !/^[a-z][a-z0-9+.-]*:|^\/\//i.test(target.trim())

/** The target in the destination of a Markdown picture, `<my quay.png>` or `my%20quay.png`, decoded. */
export function pictureTarget(destination: string): string {
  const plain = destination.replace(/^<|>$/g, '').trim()
  return attempt(() => decodeURIComponent(plain), plain)
}

/** The alternative text of an embedded file: none for a size in pixels, as other editors of notes write it. */
export const embeddedAlt = (shown: string | undefined): string | undefined =>
  shown === undefined || /^\d+(?:x\d+)?$/.test(shown) ? undefined : shown

/** A picture in Markdown, by its path from the note. */
export const pictureText = (path: string, alt: string): string =>
  `![${alt.replace(/[[\]\s]+/g, ' ')}](${/[\s()%]/.test(path) ? `<${path.replaceAll('%', '%25')}>` : path})`

const EMBED = /!\[\[([^[\]|#\n]{1,300})(?:#[^[\]|\n]*)?(?:\|([^[\]\n]*))?\]\]|!\[([^[\]\n]*)\]\((<[^<>\n]+>|[^()\s]+)(?:[ \t]+"[^"\n]*")?\)/g
const FENCE = /^ {0,3}(?:```|~~~)/

/** The pictures that a Markdown text shows, without those in blocks of code. */
export function picturesInNote(text: string): NotePicture[] {
  if (!text.includes('![')) return []
  const found: NotePicture[] = []
  let isCode = false
  for (const [i, line] of text.split('\n').entries()) {
    if (FENCE.test(line)) isCode = !isCode
    if (isCode) continue
    for (const [, embedded, shown, alt, address = ''] of line.replace(/`[^`]*`/g, '').matchAll(EMBED)) {
      const target = embedded?.trim() ?? pictureTarget(address)
      if (isPictureFile(target)) found.push({ target, alt: embedded === undefined ? alt : embeddedAlt(shown), line: i + 1 })
    }
  }
  return found
}

/**
 * The path of a picture in a note: from the note's folder, else from the campaign's, else the file of that name in world/pictures, else the one that
 * `named` finds by its name. If there is none, the first of these; undefined if all lead out of the campaign.
 */
export function notePicture(
  note: string | undefined,
  target: string,
  has: (path: string) => boolean,
  named: (name: string) => string | undefined = () => undefined
): string | undefined {
  const name = target.replace(/^.*\//, '')
  const paths = [note === undefined ? undefined : pathFrom(note, target), pathFrom('', target), `${PICTURES}/${name}`]
  const inside = paths.filter((path) => path !== undefined)
  return inside.find(has) ?? named(name) ?? inside[0]
}

/** Finds picture files by their names alone, as editors of vaults do: the first by path counts. */
export function picturesByName(files: Iterable<string>): (name: string) => string | undefined {
  const byName = new Map<string, string>()
  for (const path of [...files].filter(isPictureFile).toSorted().toReversed()) byName.set(path.replace(/^.*\//, '').toLowerCase(), path)
  return (name) => byName.get(name.toLowerCase())
}
