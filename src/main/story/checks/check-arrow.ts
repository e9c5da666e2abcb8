import { isArrowPath, pathOf } from '../../../shared/story/layout'
import { Attachment } from '../../../shared/story/lore'
import { campaignFindings } from '../../../arrow'
import { misfits } from '../../../shared/base/schema-errors'
import { toProblem, type ProblemData } from '../../../shared/base/problem'
import { arrowText } from '../../campaign/arrow-documents'
import { splitFrontMatter } from '../../campaign/front-matter'
import { LINK } from '../../campaign/git/oid'
import type { Objects } from '../../campaign/file-reader'
import { finding } from '../../rules/check/finding'
import { linesOf, type World } from '../../rules/check/world-files'
import { misattached } from '../arrow/document-faults'
import { filesOf } from '../edits/overlay'

/** The maximum number of findings on one document, so that a broken document doesn't hide the others. The editor lists all. */
const MAX_FINDINGS = 100

/** The errors and warnings of the Arrow documents in a tree. Links are never followed. */
export const arrowFindings = (objects: Objects, root: string): ProblemData[] =>
  [...filesOf(objects, root)]
    .filter(([path, { mode }]) => isArrowPath(path) && mode !== LINK)
    .flatMap(([path, { oid }]) => ofFile(path, objects.blob(oid)))

/** Findings on attached documents that can't be played at the table. A speaker without an actor is only a remark, because it may be intended. */
export function attachedFindings(objects: Objects, root: string, { state, lore, texts }: World): ProblemData[] {
  const files = filesOf(objects, root)
  const bytesOf = (path: string): Buffer | undefined => {
    const entry = files.get(path)
    return entry && entry.mode !== LINK ? objects.blob(entry.oid) : undefined
  }
  const found = misattached({ state, lore, bytesOf }).map(({ what, file, message }) =>
    finding(what === 'character' ? 'remark' : 'problem', file, what === 'missing' ? linesOf(file, texts.get(file) ?? '')(['document']) : 1, message)
  )
  return [...found, ...lore.story.flatMap(({ id }) => unreadKeys(pathOf('storyEvent', { id }), texts))]
}

/** Remarks on keys of a story event's front matter that are ignored because their values don't fit. */
function unreadKeys(file: string, texts: World['texts']): ProblemData[] {
  const text = texts.get(file) ?? ''
  const read = Attachment.safeParse(splitFrontMatter(text, file).matter)
  return (read.error ? misfits(read.error) : []).map(({ path: [key = ''] }) =>
    finding(
      'remark',
      file,
      linesOf(file, text)([key]),
      `“${key}” is left out, because it isn’t ${key === 'characters' ? 'a list of actors’ ids by the names of characters' : 'the path of an Arrow document'}. Correct it, or call it something else.`
    )
  )
}

function ofFile(path: string, bytes: Buffer): ProblemData[] {
  let text: string
  try {
    text = arrowText(bytes, path)
  } catch (thrown) {
    return [finding('problem', path, 1, toProblem(thrown).message)]
  }
  const findings = campaignFindings(path, text)
  const rest = findings.length - MAX_FINDINGS
  if (rest <= 0) return findings
  return [...findings.slice(0, MAX_FINDINGS), finding('remark', path, 1, `${path} has ${rest} more findings. Open it under Scenes to see them.`)]
}
