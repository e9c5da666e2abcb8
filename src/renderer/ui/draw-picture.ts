import { Problem } from '../../shared/base/problem'
import { incomplete, PICTURE_LIMITS, type PictureUse, sourceFault, tooLarge } from '../../shared/story/pictures'
import { base64Of } from './save-as'

/** The endings and media types of the files from which pictures are made, for a dialog of files. */
export const PICTURE_TYPES = '.png,.jpg,.jpeg,.webp,image/png,image/jpeg,image/webp'

/** The quality of a JPEG picture, from 0 to 1: losses can't be seen at these sizes. */
const QUALITY = 0.88
/** How much smaller a picture is drawn again if its file is too large. */
const SMALLER = 0.7

/**
 * A picture made from a file, in Base64: drawn again at a limited size, as PNG if parts of it are transparent and otherwise as JPEG, which every export
 * can hold. Only the pixels are kept. Throws Problem `bad-input` for anything that is no whole picture.
 */
export async function drawnPicture(use: PictureUse, file: File): Promise<string> {
  const refuse = (fault: string | undefined): void => {
    if (fault !== undefined) throw new Problem('bad-input', fault)
  }
  const name = `“${file.name}”`
  refuse(tooLarge(name, file.size))
  refuse(sourceFault(name, new Uint8Array(await file.arrayBuffer())))
  const image = await createImageBitmap(file).catch(() => undefined)
  if (!image) throw new Problem('bad-input', incomplete(name))
  const { px, bytes } = PICTURE_LIMITS[use]
  try {
    for (let scale = Math.min(1, px / Math.max(image.width, image.height)); ; scale *= SMALLER) {
      const picture = await drawn(image, scale)
      if (!picture) throw new Problem('refused', 'This window can’t draw pictures, so none was added. Open the campaign in another browser.')
      if (picture.size <= bytes) return await base64Of(picture)
    }
  } finally {
    image.close()
  }
}

async function drawn(image: ImageBitmap, scale: number): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(image.width * scale))
  canvas.height = Math.max(1, Math.round(image.height * scale))
  const pen = canvas.getContext('2d')
  if (!pen) return null
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(image, 0, 0, canvas.width, canvas.height)
  const { data } = pen.getImageData(0, 0, canvas.width, canvas.height)
  const isOpaque = data.every((value, i) => i % 4 !== 3 || value === 255)
  const picture = await new Promise<Blob | null>((done) => canvas.toBlob(done, isOpaque ? 'image/jpeg' : 'image/png', QUALITY))
  canvas.width = canvas.height = 0
  return picture
}
