import { describe, expect, it } from 'vitest'
import { pictureHeader } from '../base/picture'
import { Picture } from './lore'
import { PICTURE_LIMITS, pictureFault, sourceFault, tooLarge } from './pictures'
import { altOf, describedBy, lacksAlt } from '../words/alt-text'

const bytes = (...parts: (string | number[])[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? Array.from(part, (sign) => sign.charCodeAt(0)) : part)))
const four = (n: number): number[] => [n >>> 24, (n >>> 16) & 255, (n >>> 8) & 255, n & 255]
const chunk = (type: string, data: number[]): (string | number[])[] => [four(data.length), type, data, [0, 0, 0, 0]]

const png = (width: number, height: number): Uint8Array =>
  bytes(
    [0x89],
    'PNG\r\n\x1A\n',
    ...chunk('IHDR', [...four(width), ...four(height), 8, 6, 0, 0, 0]),
    ...chunk('IDAT', [1, 2, 3]),
    ...chunk('IEND', [])
  )
const jpeg = (width: number, height: number, end: number[] = [0xff, 0xd9]): Uint8Array =>
  bytes(
    [0xff, 0xd8, 0xff, 0xe0, 0, 4, 0xff, 0xd9, 0xff, 0xff],
    [0xc2, 0, 11, 8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0],
    [0xff, 0xda, 0, 2, 7, 7, ...end]
  )
const webp = (kind: string, data: number[], size = 12 + data.length): Uint8Array =>
  bytes('RIFF', [size & 255, size >> 8, 0, 0], 'WEBP', kind, [data.length, 0, 0, 0], data)
const lossy = webp('VP8 ', [0, 0, 0, 0x9d, 0x01, 0x2a, 0x2c, 0x01, 0xc8, 0x00, 7, 7])
const lossless = webp('VP8L', [0x2f, 0x2b, 0xc1, 0x31, 0x00])
const extended = webp('VP8X', [0x10, 0, 0, 0, 0x2b, 0x01, 0, 0xc7, 0, 0])

describe('a picture', () => {
  it('is known by its header, whatever its form', () => {
    expect([png(300, 200), jpeg(300, 200), lossy, lossless, extended].map(pictureHeader)).toEqual([
      { type: 'image/png', width: 300, height: 200, isWhole: true },
      { type: 'image/jpeg', width: 300, height: 200, isWhole: true },
      ...[1, 2, 3].map(() => ({ type: 'image/webp', width: 300, height: 200, isWhole: true }))
    ])
  })

  it('is never made from a file that is no picture, too large or incomplete, and the sentence says what to do', () => {
    const svg = bytes('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
    const none = 'a.png is no PNG, JPEG or WebP picture. Choose another file.'
    for (const other of [svg, bytes('Hello'), bytes(''), bytes('GIF89a', [1, 0, 1, 0]), png(0, 5), png(9, 9).slice(0, 14), jpeg(9, 9).slice(0, 12)])
      expect(sourceFault('a.png', other)).toBe(none)
    expect(sourceFault('a.png', png(30_000, 30_000))).toBe(
      'a.png has 30000 × 30000 pixels, which is too many. Choose a picture of up to 64 megapixels.'
    )
    for (const cut of [png(9, 9).slice(0, -5), jpeg(9, 9, []), lossy.slice(0, -1)])
      expect(sourceFault('a.png', cut)).toBe('a.png is incomplete or damaged. Choose another copy of the picture.')
    expect(tooLarge('a.png', 50 << 20)).toBe('a.png is larger than 32 MB. Make the picture smaller, and choose it again.')
    expect([png(9000, 6000), jpeg(4000, 3000), lossless].map((one) => sourceFault('a.png', one))).toEqual([undefined, undefined, undefined])
  })

  it('in a campaign is small, whole, and of the kind that its name says', () => {
    const [at, beside] = ['world/npcs/ada/portrait.png', 'world/npcs/ada/portrait.webp']
    expect([pictureFault('portrait', at, png(512, 512)), pictureFault('portrait', beside, lossy)]).toEqual([undefined, undefined])
    expect(pictureFault('portrait', at, png(513, 20))).toMatch(/^\S+ has 513 × 20 pixels, but a portrait has at most 512 × 512\./)
    expect(pictureFault('portrait', at, png(9, 9).slice(0, -5))).toMatch(/is incomplete/)
    for (const [path, file] of [
      [at, lossy],
      [beside, png(9, 9)],
      [at, jpeg(9, 9)],
      ['world/npcs/ada/portrait.jpg', png(9, 9)],
      [at, new Uint8Array(PICTURE_LIMITS.portrait.bytes + 1)]
    ] as const)
      expect(pictureFault('portrait', path, file)).toMatch(/is no (PNG|JPEG|WebP) picture of up to 2 MB/)
  })
  it('of a place or a story event is larger, and its file is in the folder of pictures', () => {
    const at = 'world/pictures/quay.JPG'
    expect([pictureFault('picture', at, jpeg(1600, 1200)), pictureFault('picture', 'world/pictures/a.jpeg', jpeg(1, 1600))]).toEqual([
      undefined,
      undefined
    ])
    expect(pictureFault('picture', at, jpeg(1601, 9))).toBe(
      `${at} has 1601 × 9 pixels, but a picture has at most 1600 × 1600. Add the picture in the window, which makes it smaller.`
    )
    const names = ['quay.jpg', '../quay.jpg', 'art/quay.jpg', 'art\\quay.jpg', 'quay.svg', '.jpg'].map((file) => Picture.safeParse({ file }).success)
    expect(names).toEqual([true, false, false, false, false, false])
  })

  it('is described by its alternative text, which only the word “decorative” leaves empty', () => {
    const alts = [undefined, '', '  ', 'Decorative', ' The quay at dusk ']
    expect(alts.map((alt) => lacksAlt(alt))).toEqual([true, true, true, false, false])
    expect(alts.map((alt) => altOf({ file: 'world/pictures/the-old_quay.jpg', alt }))).toEqual([
      'the old quay',
      'the old quay',
      'the old quay',
      '',
      'The quay at dusk'
    ])
    expect(alts.map((alt) => describedBy(alt))).toEqual([undefined, undefined, undefined, undefined, 'The quay at dusk'])
  })
})
