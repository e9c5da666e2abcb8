import { z } from 'zod'
import type { Preferred } from '../../../shared/analysis/run-verdicts'
import { Problem } from '../../../shared/base/problem'
import { misfitWords } from '../../../shared/base/schema-errors'
import { listed } from '../../../shared/words/labels'
import { parseYaml } from '../../campaign/yaml-splice'
import type { Rubric } from './rubric'

/** The designer's own verdicts on pairs of runs. */
export const MARKS_PATH = 'direction/marks.yaml'

/** A verdict that the designer hasn't given yet, and the word for none of the two. */
const OPEN = '?'
const EQUAL = 'equal'
const MAX_PAIRS = 1000

const Word = z.union([z.string(), z.number()]).transform((word) => String(word).trim())
const Pair = z.strictObject({ runs: z.tuple([Word, Word]), better: z.record(z.string().max(200), Word) })
const File = z.array(Pair).max(MAX_PAIRS).nullable()

/** The designer's verdict on one criterion for two runs, which are named as after `--runs`. */
export interface RunMark {
  runs: readonly [string, string]
  criterion: string
  better: Preferred
}

const unfit = (words: string): never => {
  throw new Problem('bad-file', words, { file: MARKS_PATH })
}

function pairsIn(text: string | undefined): z.infer<typeof Pair>[] {
  const parsed = File.safeParse(text === undefined ? [] : parseYaml(text, MARKS_PATH))
  if (!parsed.success)
    return unfit(
      `${MARKS_PATH} doesn't fit: ${misfitWords(parsed.error, 'the list')}. Save an example with: proscenium judge <dir> --runs … --write-marks`
    )
  return parsed.data ?? []
}

const isPairOf = (runs: readonly [string, string], one: string, other: string): boolean => runs.includes(one) && runs.includes(other)

/** The designer's marks in a file; none without one. Throws Problem `bad-file` for a criterion that the rubric lacks, or a verdict that is none of the two. */
export function readMarks(text: string | undefined, { criteria }: Pick<Rubric, 'criteria'>): RunMark[] {
  const pairs = pairsIn(text)
  return pairs.flatMap(({ runs, better }, i) => {
    const [first, second] = runs
    const where = `the pair ${first} and ${second}`
    if (first === second) return unfit(`In ${MARKS_PATH}, ${where} is the same run twice. Name two runs.`)
    if (pairs.slice(0, i).some((earlier) => isPairOf(earlier.runs, first, second)))
      return unfit(`In ${MARKS_PATH}, ${where} is there twice. Join them.`)
    return Object.entries(better).flatMap(([name, verdict]): RunMark[] => {
      const criterion = criteria.find((one) => one.name.toLowerCase() === name.trim().toLowerCase())?.name
      if (criterion === undefined)
        return unfit(
          `In ${MARKS_PATH}, ${where} has a mark for “${name}”, which is no criterion of the rubric. Use ${listed(
            criteria.map((one) => `“${one.name}”`),
            'or'
          )}.`
        )
      if (verdict === OPEN || verdict === '') return []
      if (verdict !== first && verdict !== second && verdict !== EQUAL)
        return unfit(`In ${MARKS_PATH}, “${verdict}” is better by “${name}” for ${where}. Write ${first}, ${second} or ${EQUAL}.`)
      return [{ runs, criterion, better: verdict === first ? 'first' : verdict === second ? 'second' : EQUAL }]
    })
  })
}

/** The text of the file with every pair of these runs, and with every criterion of the rubric; what isn't marked yet has a question mark. */
export function withOpenMarks(text: string | undefined, { criteria }: Pick<Rubric, 'criteria'>, names: readonly string[]): string {
  const pairs = pairsIn(text)
  const open = names.flatMap((first, i) =>
    names.slice(i + 1).flatMap((second) => {
      const isKnown = pairs.some(({ runs }) => isPairOf(runs, first, second))
      return isKnown
        ? []
        : [`- runs: [${scalar(first)}, ${scalar(second)}]`, '  better:', ...criteria.map(({ name }) => `    ${scalar(name)}: '${OPEN}'`)]
    })
  )
  if (open.length === 0) return text ?? ''
  const before = text === undefined || text.trim() === '' ? HEAD : `${text.trimEnd()}\n`
  return `${before}${open.join('\n')}\n`
}

/** A text as YAML, in quotation marks only where it needs them. */
const scalar = (text: string): string =>
  /^\p{L}[\p{L}\p{N} ./_-]*$/u.test(text) && !/^(?:true|false|null|yes|no|on|off|y|n)$| $/i.test(text) ? text : JSON.stringify(text)

const HEAD = `# Which of two runs is better, by each criterion of the rubric? Write the name of the run, or ${EQUAL}; leave ${OPEN} where you can't say.
# Judges that compare the same runs are then compared with you.
`
