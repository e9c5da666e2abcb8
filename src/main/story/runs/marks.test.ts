import { expect, it } from 'vitest'
import { MARKS_PATH, readMarks, withOpenMarks } from './marks'
import { rubricOf } from './rubric'

const RUBRIC = rubricOf('## Choices matter\n\nThey do.\n\n## What\'s "told": 🎲\n\nPlainly.\n')
const fault = (text: string): unknown => {
  try {
    return readMarks(text, RUBRIC)
  } catch (thrown) {
    return (thrown as Error).message
  }
}

it('marks name the better run, or equal; criteria are found whatever their capitals, and a question mark is no mark', () => {
  const text = `
- runs: [main, bold:40..90]
  better:
    choices matter: bold:40..90
    "What's \\"told\\": 🎲": equal
- runs: [main, 12]
  better: { Choices matter: '?' }
- runs: [12, "משה"]
  better: { Choices matter: 12 }
`
  expect(readMarks(text, RUBRIC)).toEqual([
    { runs: ['main', 'bold:40..90'], criterion: 'Choices matter', better: 'second' },
    { runs: ['main', 'bold:40..90'], criterion: `What's "told": 🎲`, better: 'equal' },
    { runs: ['12', 'משה'], criterion: 'Choices matter', better: 'first' }
  ])
  expect([readMarks(undefined, RUBRIC), readMarks('', RUBRIC), readMarks('# Nothing yet\n', RUBRIC)]).toEqual([[], [], []])
})

it('what doesn’t fit is said with what to write', () => {
  expect(fault('- runs: [main, bold]\n  better: { Choices: main }\n')).toBe(
    `In ${MARKS_PATH}, the pair main and bold has a mark for “Choices”, which is no criterion of the rubric. Use “Choices matter” or “What's "told": 🎲”.`
  )
  expect(fault('- runs: [main, bold]\n  better: { Choices matter: better }\n')).toBe(
    `In ${MARKS_PATH}, “better” is better by “Choices matter” for the pair main and bold. Write main, bold or equal.`
  )
  expect(fault('- runs: [main, main]\n  better: {}\n')).toContain('is the same run twice')
  expect(fault('- runs: [main, bold]\n  better: {}\n- runs: [bold, main]\n  better: {}\n')).toContain('the pair bold and main is there twice')
  expect(fault('marks: yes\n')).toContain(`${MARKS_PATH} doesn't fit: `)
  expect(fault('- runs: [main\n')).toContain(MARKS_PATH)
})

it('pairs to be filled in are added to those that are there, and read as no marks', () => {
  const first = withOpenMarks(undefined, RUBRIC, ['main', 'bold', "Ada's #1"])
  expect(first).toMatch(/^# Which of two runs is better/)
  expect(readMarks(first, RUBRIC)).toEqual([])
  const marked = first.replace('?', 'main')
  expect(withOpenMarks(marked, RUBRIC, ['bold', 'main'])).toBe(marked)
  const more = withOpenMarks(marked, RUBRIC, ['main', 'careful'])
  expect(more.startsWith(marked)).toBe(true)
  expect(readMarks(more, RUBRIC)).toHaveLength(readMarks(marked, RUBRIC).length)
  expect(more.match(/- runs:/g)).toHaveLength(4)
})
