import { deflateSync, crc32 } from 'node:zlib'

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** A PNG of this size: a light disc, as a face, on a ground of one colour. `claims`: the size that its header says instead. */
export function pngFile(width: number, height: number, [red, green, blue]: readonly [number, number, number], claims = [width, height]): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(claims[0] ?? 0, 0)
  header.writeUInt32BE(claims[1] ?? 0, 4)
  header.set([8, 2], 8)
  const row = (y: number): number[] =>
    Array.from({ length: width }, (_, x) => (Math.hypot(x - width / 2, y - height / 3) < width / 4 ? [235, 205, 180] : [red, green, blue])).flat()
  const pixels = Buffer.concat(Array.from({ length: height }, (_, y) => Buffer.from([0, ...row(y)])))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1A\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0))
  ])
}
