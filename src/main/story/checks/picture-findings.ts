import { parseYaml } from '../../campaign/yaml-splice'
import { picturesIn, readArrow } from '../../../arrow'
import { isObject, own } from '../../../shared/base/json'
import type { ProblemData } from '../../../shared/base/problem'
import { fileAt, isArrowPath, pathOf } from '../../../shared/story/layout'
import { pathFrom } from '../../../shared/base/paths'
import { notePicture, picturesByName, picturesInNote } from '../../../shared/story/note-pictures'
import type { Picture } from '../../../shared/story/lore'
import { PICTURES } from '../../../shared/story/pictures'
import { lacksAlt } from '../../../shared/words/alt-text'
import { splitFrontMatter } from '../../campaign/front-matter'
import { LINK, type TreeEntry } from '../../campaign/git/oid'
import { mayReadNote } from '../../campaign/notes/namespaces'
import type { ObjectReader } from '../../campaign/parsed-files'
import { DESIGNER } from '../../engine/people'
import { finding } from '../../rules/check/finding'
import { linesOf, type World } from '../../rules/check/world-files'
import { filesOf } from '../edits/overlay'

const READS = 'Readers who don’t see it learn nothing of it.'

/** Findings on pictures: missing files, pictures that nobody has described, and files that nothing shows. */
export function pictureFindings(objects: ObjectReader, root: string, world: World | undefined): ProblemData[] {
  const files = filesOf(objects, root)
  const shown = new Set<string>()
  const at = (file: string, line: number, path: string | undefined, target: string, alt: string | undefined): ProblemData[] => {
    if (path !== undefined) shown.add(path)
    const entry = path === undefined ? undefined : files.get(path)
    if (!entry || entry.mode === LINK)
      return [finding('problem', file, line, `There is no picture ${target}. Add the file, or choose another picture.`)]
    // A document's own findings name the pictures that have no description.
    if (isArrowPath(file) || !lacksAlt(alt)) return []
    return [
      finding('remark', file, line, `The picture ${target} has no description. ${READS} Describe it, or write “decorative” as its description.`)
    ]
  }
  const named = picturesByName(files.keys())
  const find = (note: string, target: string): string | undefined => notePicture(note, target, (one) => files.has(one), named)
  const found = [
    ...(world ? worldPictures(world, at) : []),
    ...[...files].flatMap(([path, entry]) => (entry.mode === LINK ? [] : filePictures(objects, path, entry, find, at)))
  ]
  return [...found, ...unusedPictures(objects, files, shown)]
}

type Found = (file: string, line: number, path: string | undefined, target: string, alt: string | undefined) => ProblemData[]

/** The pictures of places and story events. */
function worldPictures({ state, lore, texts }: World, at: Found): ProblemData[] {
  const of = (file: string, picture: Picture | undefined, values: (text: string) => unknown): ProblemData[] => {
    const text = texts.get(file) ?? ''
    const line = (): number => linesOf(file, text)(['picture'])
    if (picture) return at(file, line(), `${PICTURES}/${picture.file}`, picture.file, picture.alt)
    const written = text.includes('picture') ? values(text) : undefined
    return isObject(written) && Object.hasOwn(written, 'picture')
      ? [
          finding(
            'remark',
            file,
            line(),
            '“picture” is left out, because it isn’t a map with the name of a file in world/pictures as “file”. Correct it, or call it something else.'
          )
        ]
      : []
  }
  return [
    ...Object.entries(state.places).flatMap(([id, { region }]) => {
      const file = pathOf('location', { region, id })
      return of(file, own(lore.places ?? {}, id)?.picture, (text) => parseYaml(text, file))
    }),
    ...lore.story.flatMap(({ id, picture }) => {
      const file = pathOf('storyEvent', { id })
      return of(file, picture, (text) => splitFrontMatter(text, file).matter)
    })
  ]
}

/** The pictures in a note or an Arrow document. */
function filePictures(
  objects: ObjectReader,
  file: string,
  { oid }: TreeEntry,
  find: (note: string, target: string) => string | undefined,
  at: Found
): ProblemData[] {
  const isDocument = isArrowPath(file)
  if (!isDocument && !mayReadNote(DESIGNER, file)) return []
  const text = objects.blob(oid).toString('utf8')
  if (!text.includes(isDocument ? '[img' : '![')) return []
  if (!isDocument) return picturesInNote(text).flatMap(({ target, alt, line }) => at(file, line, find(file, target), target, alt))
  try {
    return picturesIn(readArrow(text).document).flatMap(({ path }) => at(file, 1, pathFrom(file, path), path, undefined))
  } catch {
    // Another finding says why the document can't be read.
    return []
  }
}

/** The pictures in world/pictures that no text of the campaign names. */
function unusedPictures(objects: ObjectReader, files: ReadonlyMap<string, TreeEntry>, shown: ReadonlySet<string>): ProblemData[] {
  const unused = new Set([...files.keys()].filter((path) => fileAt(path)?.kind === 'picture' && !shown.has(path)))
  for (const [path, { mode, oid }] of unused.size === 0 ? [] : files) {
    if (mode === LINK || !/\.(?:ya?ml|md|arrow|csv)$/i.test(path)) continue
    const text = objects.blob(oid).toString('utf8')
    for (const picture of unused) if (text.includes(picture.slice(PICTURES.length + 1))) unused.delete(picture)
  }
  return [...unused].map((path) => finding('remark', path, 1, `Nothing shows the picture ${path}. Show it somewhere, or delete the file.`))
}
