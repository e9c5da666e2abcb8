import { isArrowPath } from '../../../shared/layout'
import { campaignFindings } from '../../../shared/arrow/lint/check-text'
import { toProblem, type ProblemData } from '../../../shared/problem'
import { LINK } from '../../campaign/git/oid'
import type { Objects } from '../../campaign/hydrate'
import { finding } from '../../rules/check/finding'
import { arrowText } from '../arrow-files'
import { filesOf } from '../edits/overlay'

/** The findings of one document at most, so that a broken one doesn't bury the others; the editor lists all. */
const MAX_FINDINGS = 100

/** The errors and warnings of the Arrow documents in a tree. Links are never followed. */
export const arrowFindings = (objects: Objects, root: string): ProblemData[] =>
  [...filesOf(objects, root)]
    .filter(([path, { mode }]) => isArrowPath(path) && mode !== LINK)
    .flatMap(([path, { oid }]) => ofFile(path, objects.blob(oid)))

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
