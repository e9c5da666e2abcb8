import { toProblem, type Problem, type ProblemData } from '../../shared/base/problem'
import type { ArrowDocument, ArrowId } from '../document'
import { changedPlaceholders } from '../export/csv'
import { readTranslations } from '../export/csv-file'
import { readLastOfEqual } from '../read'
import type { Finding } from './finding'
import { lintDocument } from './lint'

/** A finding and the line of its node in the file, counted from 1, if the file has Arrow's own form. */
export type PlacedFinding = Finding & { readonly line?: number }

/** The result of checking a document's text: why it can't be read, or the reader's remarks and the findings of the rules. */
export type TextCheck =
  | { readonly problem: Problem }
  | {
      readonly problem?: undefined
      readonly document: ArrowDocument
      readonly remarks: readonly Problem[]
      readonly findings: readonly PlacedFinding[]
    }

/** Reads and checks the text of an Arrow document, and the text of its translations' CSV file if there is one. Never throws. */
export function checkText(text: string, translations?: () => string): TextCheck {
  try {
    const { document, findings: remarks, duplicates } = readLastOfEqual(text)
    const list = lintDocument(document)
    const lines = list.length > 0 ? nodeLines(text) : new Map<ArrowId, number>()
    const hidden = duplicates.map(({ message, line }): PlacedFinding => ({ rule: 'duplicate', severity: 'error', message, line }))
    return {
      document,
      remarks,
      findings: [...hidden, ...list.map((one) => ({ ...one, ...lineOf(lines, one) })), ...translationFindings(document, translations)]
    }
  } catch (thrown) {
    return { problem: toProblem(thrown) }
  }
}

/** What is wrong with translations: a file that can't be read, and placeholders that differ from the original's. */
function translationFindings(document: ArrowDocument, translations: (() => string) | undefined): PlacedFinding[] {
  if (translations === undefined) return []
  const finding = (message: string): PlacedFinding => ({ rule: 'translation', severity: 'warning', message })
  try {
    return changedPlaceholders(document, readTranslations(translations())).map(({ key, message }) => ({
      ...finding(message),
      node: Number.parseInt(key, 10)
    }))
  } catch (thrown) {
    return [finding(`The file of translations: ${toProblem(thrown).message}`)]
  }
}

const lineOf = (lines: ReadonlyMap<ArrowId, number>, { node, variable, character, scene }: Finding): { line?: number } => {
  const line = lines.get(node ?? variable ?? character ?? scene ?? -1)
  return line === undefined ? {} : { line }
}

/** The line on which each resource begins, as Arrow writes them: one level below the four sets. */
function nodeLines(text: string): Map<ArrowId, number> {
  const lines = new Map<ArrowId, number>()
  let line = 1
  for (const [, id] of text.matchAll(/\n(?:\t\t\t"(\d{1,16})": \{)?/g)) {
    line++
    if (id !== undefined && !lines.has(Number(id))) lines.set(Number(id), line)
  }
  return lines
}

/** Errors and warnings of a document in a campaign as findings of `check`: a warning may be intended, and hints are for the editor only. */
export function campaignFindings(file: string, text: string, translations?: () => string): ProblemData[] {
  const checked = checkText(text, translations)
  const data = (more: Record<string, unknown>): Record<string, unknown> => ({ file, ...more })
  if (checked.problem) return [{ code: 'bad-file', message: checked.problem.message, data: data({ line: checked.problem.data['line'] ?? 1 }) }]
  return [
    ...checked.remarks.map(({ message, data: more }): ProblemData => ({ code: 'bad-file', message, data: data({ ...more, level: 'remark' }) })),
    ...checked.findings
      .filter(({ severity }) => severity !== 'hint')
      .map(({ severity, message, line = 1, scene, node, rule }): ProblemData => ({
        code: 'bad-file',
        message,
        data: data({
          line,
          rule,
          ...(scene === undefined ? {} : { scene }),
          ...(node === undefined ? {} : { node }),
          ...(severity === 'error' ? {} : { level: 'remark' })
        })
      }))
  ]
}
