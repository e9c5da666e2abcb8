import { expect, it } from 'vitest'
import { readTestFiles } from './story-tests'

const problemsOf = (text: string) => readTestFiles(new Map([['tests/odd.yaml', Buffer.from(text)]])).problems

it('a file of tests that cannot be read says on which line', () => {
  const [schema] = problemsOf("sessions: 5\nover_all:\n  - name: Mara's 🌒\n    number: stuck\n    is: { most: many }\n")
  expect(schema).toMatchObject({ file: 'tests/odd.yaml', line: expect.any(Number) as number })
  expect(schema?.message).toContain(`line ${schema?.line}`)
  expect(problemsOf('sessions: 5\nover_all:\n  - holds: fact. ==\n')).toEqual([
    { file: 'tests/odd.yaml', line: 3, message: expect.stringMatching(/^tests\/odd\.yaml, line 3: in “fact\. ==”: /) as string }
  ])
})
