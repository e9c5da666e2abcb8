import { endingOf, pictureHeader } from '../base/picture'
import { freeName, idBase } from './names'

/** A use of pictures in a campaign. */
export type PictureUse = 'portrait' | 'picture'

/** The largest width and height of a picture of a campaign in pixels, and its largest size in bytes. */
export const PICTURE_LIMITS: Readonly<Record<PictureUse, { px: number; bytes: number }>> = {
  portrait: { px: 512, bytes: 2 << 20 },
  picture: { px: 1600, bytes: 4 << 20 }
}
/** The largest file from which a picture is made, in bytes and in pixels. */
const MAX_SOURCE_BYTES = 32 << 20
const MAX_SOURCE_PIXELS = 64_000_000

/** Why a picture can't be made from a file that is too large to be read; undefined if it isn't. */
export const tooLarge = (name: string, bytes: number): string | undefined =>
  bytes > MAX_SOURCE_BYTES ? `${name} is larger than ${MAX_SOURCE_BYTES >> 20} MB. Make the picture smaller, and choose it again.` : undefined

/** Why a picture can't be made from a file, in one sentence that names it; undefined if it can. */
export function sourceFault(name: string, bytes: Uint8Array): string | undefined {
  const header = pictureHeader(bytes)
  if (!header) return `${name} is no PNG, JPEG or WebP picture. Choose another file.`
  const { width, height, isWhole } = header
  if (width * height > MAX_SOURCE_PIXELS)
    return `${name} has ${width} × ${height} pixels, which is too many. Choose a picture of up to ${MAX_SOURCE_PIXELS / 1e6} megapixels.`
  return isWhole ? undefined : incomplete(name)
}

/** The sentence for a picture that can't be decoded to its end. */
export const incomplete = (name: string): string => `${name} is incomplete or damaged. Choose another copy of the picture.`

const TYPES = { png: 'PNG', jpg: 'JPEG', jpeg: 'JPEG', webp: 'WebP' } as const

/** Why a file can't be a picture in a campaign: only still pictures of a limited size are, each of the type that its name says. Undefined if it can. */
export function pictureFault(use: PictureUse, path: string, bytes: Uint8Array): string | undefined {
  const { px, bytes: most } = PICTURE_LIMITS[use]
  const [where, what] = use === 'portrait' ? ['Choose the picture in the character’s form', 'portrait'] : ['Add the picture in the window', 'picture']
  const header = bytes.length > most ? undefined : pictureHeader(bytes)
  const type = TYPES[path.replace(/^.*\./, '').toLowerCase() as keyof typeof TYPES]
  if (header?.type !== `image/${type.toLowerCase()}`) return `${path} is no ${type} picture of up to ${most >> 20} MB. ${where}, which converts it.`
  if (header.width > px || header.height > px)
    return `${path} has ${header.width} × ${header.height} pixels, but a ${what} has at most ${px} × ${px}. ${where}, which makes it smaller.`
  return header.isWhole ? undefined : incomplete(path)
}

/** The folder of the pictures that places, story events, notes and Arrow documents show. */
export const PICTURES = 'world/pictures'

/** The name of the file of a new picture: a wished name as an id, with a number if that is taken, and the ending for the first bytes of the file. */
export function pictureName(wished: string, start: Uint8Array, isTaken: (name: string) => boolean): string {
  const ending = endingOf(start)
  return `${freeName(idBase(wished.replace(/\.[^.]*$/, ''), 'picture'), (base) => isTaken(`${base}.${ending}`))}.${ending}`
}
