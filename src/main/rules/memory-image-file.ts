import type { MemoryImage } from './memory'

/** Something whose machine's memory is kept with it. */
interface WithImage {
  image: MemoryImage
}

/** One file of a value in JSON and the memory that belongs to it. */
export function packImage({ image: { low, high, ...places }, ...value }: WithImage): Uint8Array {
  const head = Buffer.from(JSON.stringify({ ...value, places, low: low.length }))
  return Buffer.concat([Buffer.from(`${head.length}\n`), head, low, high])
}

/** What was packed; whoever reads it knows its shape. */
export function unpackImage(file: Uint8Array): WithImage & Record<string, unknown> {
  // A Buffer's slices are no copies.
  const bytes = new Uint8Array(file.buffer, file.byteOffset, file.length)
  const start = bytes.indexOf(10) + 1
  const end = start + Number(Buffer.from(bytes.subarray(0, start)).toString())
  const { places, low, ...value } = JSON.parse(Buffer.from(bytes.subarray(start, end)).toString('utf8')) as {
    places: Omit<MemoryImage, 'low' | 'high'>
    low: number
  }
  return { ...value, image: { ...places, low: bytes.subarray(end, end + low), high: bytes.subarray(end + low) } }
}
