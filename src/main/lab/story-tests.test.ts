import { expect, it } from 'vitest'
import { readTestFiles } from './story-tests'

const problemsOf = (text: string) => readTestFiles(new Map([['tests/odd.yaml', Buffer.from(text)]])).problems

it('a fault in a file of tests is at the line of its list element', () => {
  expect(problemsOf("sessions: 5\nover_all:\n  - holds: 'beat > 0'\n  - name: Mara's 🌒\n    number: stuck\n    is: { most: many }\n")).toEqual([
    {
      file: 'tests/odd.yaml',
      line: 6,
      message: expect.stringMatching(/^tests\/odd\.yaml line 6: `over_all\.1\.is\.most` must be a number/) as string
    }
  ])
  expect(problemsOf('over_all:\n  - ending: ended\n  -\n    name: משה\n').map(({ line }) => line)).toEqual([4])
  expect(problemsOf('over_all: [{ ending: ended }, { ending: lost },\n  { ending: never }]\n').map(({ line }) => line)).toEqual([2])
  expect(problemsOf('scripts:\n  - name: A\n    steps:\n      - expect: beat > 0\n      - call: go\n').map(({ line }) => line)).toEqual([5])
})

it('an expression that can’t be read is at its own line, also if the same words stand above it', () => {
  expect(problemsOf('sessions: 5\n# fact. ==\nover_all:\n  - holds: fact. ==\n')).toEqual([
    { file: 'tests/odd.yaml', line: 4, message: expect.stringMatching(/^tests\/odd\.yaml, line 4: in “fact\. ==”: /) as string }
  ])
  expect(problemsOf('scripts:\n  - name: A\n    steps:\n      - expect: beat > 0\n      - expect: "=="\n').map(({ line }) => line)).toEqual([5])
  expect(problemsOf('end:\n  beats: 9\n  until: ")"\n').map(({ line }) => line)).toEqual([3])
})
