import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { type ArrowDocument, picturesIn } from '../../arrow'
import { MAX_PICTURE_BYTES, pictureType } from '../../shared/base/picture'
import { Problem } from '../../shared/base/problem'
import { portraitsOf } from '../../shared/story/document-portraits'
import type { Campaigns } from './campaigns'

/** The pictures of a document, to embed, by their paths in the texts. They are in the campaign around the document, otherwise in its folder. */
export function picturesOf(file: string, document: ArrowDocument, report: (sentence: string) => void): Map<string, string> {
  const campaign = campaignAround(file)
  const pictures = new Map<string, string>()
  for (const { node, path } of picturesIn(document)) {
    const found = pictures.get(path) ?? pictureIn(campaign ?? dirname(resolve(file)), resolve(dirname(resolve(file)), path))
    if (found !== undefined) pictures.set(path, found)
    else
      report(
        `${document.resources.nodes.get(node)?.name ?? node}: There is no picture ${path} in ${campaign === undefined ? 'the document’s folder' : 'the campaign'}, so the page shows its name.`
      )
  }
  return pictures
}

/** The portraits of a document's characters, by their names there; none outside of a campaign, or in one that can't be read. */
export async function portraitsIn(file: string, { resources }: ArrowDocument, campaigns: Campaigns): Promise<Map<string, string>> {
  const dir = campaignAround(file)
  if (dir === undefined) return new Map()
  try {
    return await campaigns.read(dir, undefined, async (calls) => {
      const present = await calls.present()
      if (!present) return new Map()
      const path = relative(realpathSync(dir), realpathSync(resolve(file)))
        .split(sep)
        .join('/')
      return portraitsOf(resources.characters.values(), path, present, (portrait) => calls.picture({ path: portrait, at: present.head }))
    })
  } catch (thrown) {
    if (thrown instanceof Problem) return new Map()
    throw thrown
  }
}

/** The folder of the campaign that holds a file; undefined if it isn't in one. */
function campaignAround(file: string): string | undefined {
  for (let at = dirname(resolve(file)); ; at = dirname(at)) {
    if (existsSync(join(at, '.git')) && existsSync(join(at, 'world'))) return at
    if (at === dirname(at)) return undefined
  }
}

/** A picture in a folder or below, as a `data:` address; undefined for any other file. */
function pictureIn(folder: string, path: string): string | undefined {
  try {
    const picture = realpathSync(path)
    if (!picture.startsWith(realpathSync(folder) + sep) || statSync(picture).size > MAX_PICTURE_BYTES) return undefined
    const bytes = readFileSync(picture)
    const type = pictureType(bytes)
    return type && `data:${type};base64,${bytes.toString('base64')}`
  } catch {
    return undefined
  }
}
