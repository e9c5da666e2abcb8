import { Problem } from '../../shared/base/problem'
import { incomplete, MAX_PORTRAIT_PX, sourceFault, tooLarge } from '../../shared/story/portrait'
import { base64Of } from '../ui/save-as'
import { castTexts } from './texts'

/** The quality of a WebP portrait, from 0 to 1: losses can't be seen at this size. */
const QUALITY = 0.86

/**
 * A portrait made from a picture file: drawn again at a size of at most 512 pixels, as WebP or else as PNG, in Base64. Only the pixels are kept. Throws
 * Problem `bad-input` for anything that is no whole picture.
 */
export async function portraitOf(file: File): Promise<string> {
  const refuse = (fault: string | undefined): void => {
    if (fault !== undefined) throw new Problem('bad-input', fault)
  }
  const name = `“${file.name}”`
  refuse(tooLarge(name, file.size))
  refuse(sourceFault(name, new Uint8Array(await file.arrayBuffer())))
  const image = await createImageBitmap(file).catch(() => undefined)
  if (!image) throw new Problem('bad-input', incomplete(name))
  const scale = Math.min(1, MAX_PORTRAIT_PX / Math.max(image.width, image.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(image.width * scale))
  canvas.height = Math.max(1, Math.round(image.height * scale))
  const pen = canvas.getContext('2d')
  if (pen) {
    pen.imageSmoothingQuality = 'high'
    pen.drawImage(image, 0, 0, canvas.width, canvas.height)
  }
  image.close()
  // A browser that can't write WebP writes PNG.
  const portrait = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/webp', QUALITY))
  canvas.width = canvas.height = 0
  if (!pen || !portrait) throw new Problem('refused', castTexts.portrait.failed)
  return base64Of(portrait)
}
