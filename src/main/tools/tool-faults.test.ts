import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { campaignToolFindings } from './tool-faults'

const dir = mkdtempSync(join(tmpdir(), "o'faults-"))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

function write(folder: string, manifest: string, files: readonly string[] = []): void {
  mkdirSync(join(dir, 'tools', folder), { recursive: true })
  writeFileSync(join(dir, 'tools', folder, 'tool.yaml'), `description: Odd.\n${manifest}`)
  for (const file of files) writeFileSync(join(dir, 'tools', folder, file), '')
}

it('reports the faults of tools without starting one', () => {
  write('a-good', 'name: good\nrun: [sh, good.sh]\nexamples: [{ parameters: {}, state: {} }]', ['good.sh'])
  write('b-missing', 'name: missing\nrun: [no-such-interpreter, gone.py]')
  write('c-plain', 'name: plain\nrun: [plain.sh]', ['plain.sh'])
  write('d-taken', 'name: strike\nrun: [sh, d.sh]', ['d.sh'])
  write('e-twin', 'name: good\nrun: [sh, e.sh]', ['e.sh'])
  write('f-unreadable', 'name: odd\nrun: 3')
  write(
    'g-example',
    'name: sum\nrun: [node, sum.mjs]\ninput: { type: object, properties: { n: { type: number } } }\nexamples: [{ parameters: { n: x } }]',
    ['sum.mjs']
  )
  write('h-agent', 'name: good\nkind: agent\nrun: [sh, h.sh]\ncontinue: [sh, next.sh]', ['h.sh'])
  const words = (): string[] => campaignToolFindings(dir, new Set(['strike'])).map(({ message, data }) => `${String(data?.['file'])}: ${message}`)
  const [unreadable, ...found] = words()
  expect(unreadable).toMatch(/^tools\/f-unreadable\/tool\.yaml: .*`run` must be a list/)
  expect(found).toEqual([
    'tools/b-missing/tool.yaml: "gone.py" is not in the tool\'s folder. Add the file, or correct the command.',
    'tools/b-missing/tool.yaml: the program "no-such-interpreter" was not found. Install it, or correct the command.',
    'tools/c-plain/tool.yaml: "plain.sh" may not be run. Make it executable, or name its interpreter first.',
    'tools/d-taken/tool.yaml: the name "strike" is that of an action of the game or the table, so plans can\'t use the tool. Choose another name.',
    'tools/e-twin/tool.yaml: the name "good" is that of the tool in tools/a-good too. Choose another name.',
    'tools/g-example/tool.yaml: the parameters of example 1 don\'t fit `input`: `n` must be a number, but it is "x". Correct one of the two.',
    'tools/h-agent/tool.yaml: "next.sh" is not in the tool\'s folder. Add the file, or correct the command.'
  ])
  chmodSync(join(dir, 'tools/c-plain/plain.sh'), 0o755)
  expect(words().some((line) => line.includes('c-plain'))).toBe(false)
})
