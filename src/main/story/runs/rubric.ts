import type { RubricShown } from '../../../shared/analysis/run-verdicts'
import { Problem } from '../../../shared/base/problem'
import { MAX_DIRECTION_CHARACTERS } from '../../../shared/table/direction'
import { readDirection } from '../../campaign/direction'

/** The designer's rubric in a campaign. */
export const RUBRIC_PATH = 'direction/rubric.md'

/** A criterion by which judges compare runs. */
export interface Criterion {
  name: string
  text: string
}

/** What judges compare runs by. `intro` applies to every criterion. `path`: its file; absent for the default. */
export interface Rubric {
  path?: string
  text: string
  intro: string
  criteria: readonly Criterion[]
}

/** The rubric of a campaign without one of its own. */
const DEFAULT_RUBRIC = `---
name: Rubric for runs
---
Compare what happened at the table and how it was told. Length alone is no merit.

## Choices matter
What the players choose changes what happens next. Consequences come, and they come from what was done.

## The story moves
Each scene changes something. Openings lead somewhere, threads are taken up again, and the end answers the beginning.

## The people are themselves
Characters want something, act on it, and sound different from one another. They remember what happened to them.

## The telling holds
The narration is concrete, doesn't repeat itself, and says nothing that the results of the actions contradict.
`

const MAX_CRITERIA = 12
const MAX_NAME = 100

/** The campaign's rubric, or the default if its file has no text (undefined). Throws Problem `bad-file` with the line. */
export const rubricOf = (file: string | undefined): Rubric =>
  file === undefined ? readRubric(DEFAULT_RUBRIC) : { ...readRubric(file), path: RUBRIC_PATH }

export const shownRubric = ({ path, text, criteria }: Rubric): RubricShown => ({
  ...(path === undefined ? {} : { path }),
  text,
  criteria: criteria.map(({ name }) => name)
})

/** Reads a rubric: each heading of the second level is a criterion. If there is none, those of the first level are. */
function readRubric(file: string): Rubric {
  const whole = file.replaceAll('\r\n', '\n')
  const { text } = readDirection(whole, RUBRIC_PATH)
  const unfit = (words: string): never => {
    throw new Problem('bad-file', words, { file: RUBRIC_PATH })
  }
  if (whole.length > MAX_DIRECTION_CHARACTERS)
    return unfit(`${RUBRIC_PATH} is longer than ${MAX_DIRECTION_CHARACTERS.toLocaleString('en')} characters. Shorten it.`)
  const level = headings(text, 2).length > 0 ? 2 : 1
  const marks = headings(text, level)
  if (marks.length === 0)
    return unfit(`${RUBRIC_PATH} has no criterion. Write each as a heading, such as “## Choices matter”, with a sentence or two below it.`)
  if (marks.length > MAX_CRITERIA) return unfit(`${RUBRIC_PATH} has ${marks.length} criteria. Keep at most ${MAX_CRITERIA}.`)
  const lines = text.split('\n')
  const criteria = marks.map(({ line, name }, i) => {
    const at = whole.split('\n').indexOf(lines[line] ?? '') + 1
    if (name === '') return unfit(`Line ${at} of ${RUBRIC_PATH} is a heading without text. Name the criterion there.`)
    if (name.length > MAX_NAME)
      return unfit(`The criterion in line ${at} of ${RUBRIC_PATH} is longer than ${MAX_NAME} characters. Shorten it, and put the rest below it.`)
    if (marks.slice(0, i).some((other) => other.name.toLowerCase() === name.toLowerCase()))
      return unfit(`${RUBRIC_PATH} has two criteria called “${name}”. Rename one of them.`)
    return {
      name,
      text: lines
        .slice(line + 1, marks[i + 1]?.line)
        .join('\n')
        .trim()
    }
  })
  // A heading of the first level above the criteria is a title.
  const intro = lines
    .slice(0, marks[0]?.line)
    .filter((line) => !/^ {0,3}# /.test(line))
    .join('\n')
    .trim()
  return { text: whole, intro, criteria }
}

/** The headings of one level, outside of fenced code. */
function headings(text: string, level: number): { line: number; name: string }[] {
  const heading = new RegExp(`^ {0,3}#{${level}}(?:[ \\t]+(.*?))?(?:[ \\t]+#+)?[ \\t]*$`)
  let isCode = false
  return text.split('\n').flatMap((one, line) => {
    if (/^ {0,3}(?:```|~~~)/.test(one)) isCode = !isCode
    const found = isCode ? null : heading.exec(one)
    return found ? [{ line, name: (found[1] ?? '').trim() }] : []
  })
}
