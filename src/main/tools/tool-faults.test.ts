import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, it, vi } from 'vitest'
import { findTools } from './find-tools'
import { readTool, type Tool } from './manifest'
import { runProcess } from './process-tree'
import { inEmptyFolder, runTool } from './run-tool'
import { campaignToolFindings, toolFaults } from './tool-faults'

const dir = mkdtempSync(join(tmpdir(), "o'faults-"))
afterAll(() => rmSync(dir, { recursive: true, force: true }))
afterEach(() => vi.unstubAllEnvs())

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

it('names line ends and first lines with which the system finds no interpreter, also when the tool is run', async () => {
  const at = join(dir, 'scripts')
  const script = (name: string, text: string, run = `[${name}]`): Tool => {
    const folder = join(at, 'tools', name.replace('.sh', ''))
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'tool.yaml'), `name: ${name.replace('.sh', '')}\ndescription: Odd.\nrun: ${run}\n`)
    writeFileSync(join(folder, name), text)
    chmodSync(join(folder, name), 0o755)
    return readTool(folder)
  }
  const crlf = script('a-crlf.sh', '#!/usr/bin/env bash\r\necho\r\n')
  script('b-bom.sh', '\uFEFF#!/bin/sh\necho\n')
  script('c-gone.sh', '#!/no/such/python -u\necho\n')
  script('d-shell.sh', 'echo\r\n', '[bash, -e, d-shell.sh]')
  script('e-good.sh', '#!/bin/sh\necho\n')
  const findings = campaignToolFindings(at, new Set()).map(({ message }) => message)
  expect(findings).toEqual([
    '"a-crlf.sh" has Windows line ends (CRLF), so the interpreter in its first line isn\'t found. Save it with LF line ends.',
    '"b-bom.sh" begins with a byte order mark, so its first line names no interpreter. Save it as UTF-8 without one.',
    'the interpreter /no/such/python in the first line of "c-gone.sh" was not found. Install it, or correct the line.',
    '"d-shell.sh" has Windows line ends (CRLF), which bash can\'t read. Save it with LF line ends.'
  ])
  const request = { actionId: 'a', skill: 'a-crlf', parameters: {}, state: {}, sessionId: 's' }
  await expect(runTool(crlf, request)).rejects.toThrow(`The tool a-crlf can't be started: ${findings[0]}`)
})

it('says what to install where Proscenium has no Node for tools and the user has none, before one is run and when it is', async () => {
  const at = join(dir, 'packaged')
  const folder = join(at, 'tools', 'sum')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'tool.yaml'), 'name: sum\ndescription: Adds.\nrun: [node, sum.mjs]\n')
  writeFileSync(join(folder, 'sum.mjs'), '')
  const { tools } = findTools(at)
  const [sum] = tools
  const faults = (ownNode?: null): string[] => toolFaults(tools, undefined, ownNode).map(({ message }) => message)
  const program = (ownNode?: null): Promise<string> => inEmptyFolder(sum!, async ({ command }) => command, ownNode)
  expect([faults(), await program()]).toEqual([[], process.execPath])

  const own = join(at, 'bin')
  mkdirSync(own)
  vi.stubEnv('PATH', own)
  const why = 'it needs Node.js, which was not found. Install it from nodejs.org, and start Proscenium again.'
  expect(faults(null)).toEqual([`${join(folder, 'tool.yaml')}: ${why}`])
  const started = inEmptyFolder(sum!, ({ command, ...how }) => runProcess({ command, ...how, timeoutMs: 1000 }), null)
  await expect(started).rejects.toThrow(`The tool sum couldn't be started: ${why}`)

  writeFileSync(join(own, process.platform === 'win32' ? 'node.exe' : 'node'), '', { mode: 0o755 })
  expect([faults(null), await program(null)]).toEqual([[], 'node'])
})

it('names programs in tools/ that have no manifest, and nothing else there', () => {
  const at = join(dir, 'bare')
  for (const folder of ['tools/roll', 'tools/notes']) mkdirSync(join(at, folder), { recursive: true })
  for (const path of ['tools/bell', 'tools/dice.py', 'tools/README.md', 'tools/.DS_Store', 'tools/bell~', 'tools/roll/roll.sh', 'tools/notes/a.md'])
    writeFileSync(join(at, path), '#!/bin/sh\n')
  for (const path of ['tools/bell', 'tools/bell~', 'tools/.DS_Store']) chmodSync(join(at, path), 0o755)
  const why = 'is a program without a tool.yaml, so it is no tool. Put it into a folder of its own in tools/ with a tool.yaml'
  const expected = ['tools/bell', 'tools/dice.py', 'tools/roll/roll.sh'].map((path) => [path, expect.stringContaining(why)])
  expect(campaignToolFindings(at, new Set()).map(({ data, message }) => [data?.['file'], message])).toEqual(expected)
})
