import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { tempFolder } from './folders'
import { runProgram } from './small-process'

it('a program gets every argument as it is, and its whole output is returned', () => {
  const args = ["it's", 'two\nlines', '$HOME `x` "y"', '', '*', 'ü']
  expect(runProgram(process.execPath, ['-p', 'JSON.stringify(process.argv.slice(1))', '--', ...args])).toBe(`${JSON.stringify(args)}\n`)
  expect(runProgram(process.execPath, ['-e', 'process.stdout.write("x".repeat(3e6))'])).toHaveLength(3e6)
  expect(runProgram('true', [])).toBe('')
})

it('a program that fails is reported with its status and what it wrote', () => {
  const script = join(tempFolder(), 'a script')
  mkdirSync(join(script, '..'), { recursive: true })
  writeFileSync(script, 'echo half; echo wrong >&2; exit 7\n')
  let thrown: unknown
  try {
    runProgram('sh', [script])
  } catch (error) {
    thrown = error
  }
  expect(thrown).toMatchObject({ status: 7, stdout: 'half\n', stderr: 'wrong\n', message: `Command failed: sh ${script}\nwrong\n` })
  expect(runProgram('cat', [script])).toBe(readFileSync(script, 'utf8'))
})

it('a program reads nothing from the shell that runs it', () => {
  expect(runProgram('cat', [])).toBe('')
  expect(runProgram('printf', ['%s', 'next'])).toBe('next')
})
