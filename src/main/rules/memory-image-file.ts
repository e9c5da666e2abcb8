import type { MemoryImage } from './memory'

/** A value with a memory image. */
interface WithImage {
  image: MemoryImage
}

/** One file with a JSON value and its memory image. */
export function packImage({ image: { low, high, ...places }, ...value }: WithImage): Uint8Array {
  const head = Buffer.from(JSON.stringify({ ...value, places, low: low.length }))
  return Buffer.concat([Buffer.from(`${head.length}\n`), head, low, high])
}

/** The content of such a file. The caller knows its shape. */
export function unpackImage(file: Uint8Array): WithImage & Record<string, unknown> {
  // A Buffer's slices share its memory.
  const bytes = new Uint8Array(file.buffer, file.byteOffset, file.length)
  const start = bytes.indexOf(10) + 1
  const end = start + Number(Buffer.from(bytes.subarray(0, start)).toString())
  const { places, low, ...value } = JSON.parse(Buffer.from(bytes.subarray(start, end)).toString('utf8')) as {
    places: Omit<MemoryImage, 'low' | 'high'>
    low: number
  }
  return { ...value, image: { ...places, low: bytes.subarray(end, end + low), high: bytes.subarray(end + low) } }
}
