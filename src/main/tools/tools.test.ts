import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { toProblem } from '../../shared/base/problem'
import type { ProgramRequest } from './contract'
import { readTool, type Tool } from './manifest'
import { TOOL_LANGUAGES, newTool } from './new-tool'
import { MAX_ANSWER_BYTES, runTool } from './run-tool'
import { testTool } from './test-tool'

const home = mkdtempSync(join(tmpdir(), 'tools-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

const request: ProgramRequest = { actionId: 'a', skill: 'odd', parameters: {}, state: { quests: {} }, sessionId: 's' }
const sound = { success: true, output: { n: 1 }, stateChanges: [], errors: [] }
let count = 0

/** A tool whose program is this text of a language. */
function made(text: string, { program = 'node', manifest = '' }: { program?: string; manifest?: string } = {}): Tool {
  const folder = join(home, `odd-${++count}`)
  mkdirSync(folder)
  const file = program === 'node' ? 'odd.mjs' : 'odd.sh'
  writeFileSync(join(folder, file), text)
  writeFileSync(
    join(folder, 'tool.yaml'),
    `name: odd\ndescription: Odd.\nrun: [${program}, ${file}]\nstate: [quests]\ninput: { type: object }\n${manifest}`
  )
  return readTool(folder)
}
const says = (answer: unknown, after = ''): string => `process.stdout.write(${JSON.stringify(JSON.stringify(answer))});${after}`
const errorsOf = async (tool: Tool): Promise<string> => (await runTool(tool, request)).answer.errors.join(' ')

describe('a tool', () => {
  it('receives the request on standard input, in an empty folder with a minimal environment', async () => {
    vi.stubEnv('SECRET_OF_MINE', 'x')
    // Other tests run tools in the machine's temporary folder at the same time.
    const temporary = mkdtempSync(join(home, 'temporary-'))
    vi.stubEnv('TMPDIR', temporary)
    const tool = made(`
      import { readdirSync } from 'node:fs'
      let text = ''
      for await (const part of process.stdin) text += part
      const output = { request: JSON.parse(text), files: readdirSync('.'), names: Object.keys(process.env).sort() }
      process.stdout.write(JSON.stringify({ success: true, output, stateChanges: [{ path: '/quests/bell', operation: 'Add', value: 1 }], errors: [] }))`)
    const { answer, code } = await runTool(tool, request)
    vi.unstubAllEnvs()
    expect(answer).toMatchObject({ success: true, stateChanges: [{ path: '/quests/bell', operation: 'Add', value: 1 }], errors: [] })
    expect(answer.output).toMatchObject({ request, files: [] })
    expect(answer.output['names']).not.toContain('SECRET_OF_MINE')
    expect(code).toBe(0)
    expect(readdirSync(temporary)).toEqual([])
  })

  it('that answers wrongly fails with one sentence and without changes', async () => {
    expect(await errorsOf(made(''))).toBe('The tool odd answered nothing.')
    expect(await errorsOf(made('console.log("hello")'))).toBe('The tool odd answered what is not JSON.')
    expect(await errorsOf(made('process.stdout.write("{\\"success\\": tr"); process.exitCode = 3'))).toBe(
      'The tool odd answered what is not JSON (exit code 3).'
    )
    expect(await errorsOf(made(says({ success: 'perhaps' })))).toMatch(/doesn't keep to the contract: `success` must be/)
    expect(await errorsOf(made(says(sound, 'process.exitCode = 1')))).toBe("The tool odd ended with exit code 1, so what it answered doesn't count.")
    const change = (path: string) => made(says({ ...sound, stateChanges: [{ path, operation: 'Remove' }] }))
    expect(await errorsOf(change('/actors/Wren'))).toBe('The tool odd wanted to change /actors/Wren, but its manifest asks for only quests.')
    expect(await errorsOf(change('/quests/__proto__/x'))).toMatch(/must be a JSON Pointer/)
    const failure = await runTool(
      made(says({ ...sound, success: false, stateChanges: [{ path: '/quests/a', operation: 'Remove' }], errors: ['No.'] })),
      request
    )
    expect(failure).toMatchObject({ code: 0, answer: { success: false, stateChanges: [], errors: ['No.'] } })
  })

  it('whose answer is nearly right is understood, and says so in the result and to its author', async () => {
    const near = {
      Success: 'true',
      output: '{"n": 1}',
      stateChanges: { path: '/quests/bell', operation: 'add', value: 'rung, twice' },
      errors: 'No bell, no rope.'
    }
    const change = { path: '/quests/bell', operation: 'Add', value: 'rung, twice' }
    const understood = 'Understood Success as success, success as true, output as JSON'
    const tool = made(`process.stdout.write('\`\`\`json\\n' + ${JSON.stringify(JSON.stringify(near))} + '\\n\`\`\`\\n')`, {
      manifest: 'examples: [{ parameters: {}, state: { quests: {} } }]'
    })
    const { answer } = await runTool(tool, request)
    expect(answer).toMatchObject({ success: true, output: { n: 1 }, stateChanges: [change], errors: ['No bell, no rope.'] })
    expect(answer.understood).toMatch(`Left out the code fence. ${understood}`)
    expect((await testTool(tool)).find(({ name }) => name.startsWith('example 1'))?.message).toContain(
      `Write it in the form of the contract. Left out`
    )
    // What is understood is checked like any answer.
    const other = { ...near, stateChanges: { ...near.stateChanges, path: '/actors/Wren' } }
    expect(await errorsOf(made(says(other)))).toBe('The tool odd wanted to change /actors/Wren, but its manifest asks for only quests.')
    expect((await runTool(made(says(sound)), request)).answer).toEqual(sound)
  })

  it('is ended with all its child processes if it takes too long, ignores the signal, or leaves one running', async () => {
    const slow = await runTool(made("trap '' TERM; while true; do sleep 1; done", { program: 'sh' }), request, { timeoutSeconds: 2 })
    expect(slow).toMatchObject({ ending: 'timeout', isForced: true, answer: { errors: ['The tool odd took longer than 2 s and was ended.'] } })

    const note = join(home, 'left-behind')
    const child = `require('fs').writeFileSync(${JSON.stringify(note)}, String(process.pid)); setInterval(() => undefined, 1000)`
    const forks = made(`
      import { spawn } from 'node:child_process'
      import { statSync } from 'node:fs'
      spawn(process.execPath, ['-e', ${JSON.stringify(child)}], { detached: true, stdio: 'inherit' }).unref()
      while (!statSync(${JSON.stringify(note)}, { throwIfNoEntry: false })?.size) await new Promise((done) => setTimeout(done, 20))
      ${says(sound, 'process.exit(0)')}`)
    expect((await runTool(forks, request)).answer).toEqual(sound)
    const isAlive = (): boolean => {
      try {
        // Signal 0 only tests.
        return process.kill(Number(readFileSync(note, 'utf8')), 0)
      } catch {
        return false
      }
    }
    await expect.poll(isAlive).toBe(false)
  })

  it('is ended when it writes without end, or is cancelled', async () => {
    const loud = await runTool(made('while true; do echo "0123456789012345678901234567890123456789"; done', { program: 'sh' }), request)
    expect(loud.answer.errors).toEqual([`The tool odd answered more than ${MAX_ANSWER_BYTES >> 20} MB and was ended.`])
    const cancelled = await runTool(made('sleep 60', { program: 'sh' }), request, { cancel: AbortSignal.timeout(100) })
    expect(cancelled).toMatchObject({ ending: 'cancelled', isForced: false, answer: { errors: ['The tool odd was cancelled.'] } })
  })

  it('with a wrong program or manifest is reported in one sentence', async () => {
    const missing = await runTool(made('', { program: 'no-such-interpreter' }), request).catch((error: unknown) => toProblem(error).message)
    expect(missing).toBe('The tool odd couldn\'t be started: the program "no-such-interpreter" was not found. Install it, or correct the command.')
    const message = (manifest: string): string => {
      try {
        made('', { manifest })
        return ''
      } catch (error) {
        return toProblem(error).message
      }
    }
    expect(message('timeout: -1')).toMatch(/tool\.yaml.*`timeout` must be/)
    expect(message('colour: red')).toMatch(/tool\.yaml.*colour/)
    expect(message('  - x')).toMatch(/tool\.yaml/)
    expect(() => readTool(join(home, 'nowhere'))).toThrow(/There is no folder .* Name the folder of a tool\./)
  })
})

describe('a new tool', () => {
  it.each(TOOL_LANGUAGES)('in %s keeps to the contract as it is written', async (language) => {
    const folder = join(home, language, "O'Hara's Tool")
    expect(await newTool(folder, language, 'resources')).toHaveLength(2)
    const tool = readTool(folder)
    expect(tool.name).toBe('o-hara-s-tool')
    expect((await testTool(tool)).filter(({ message }) => message !== undefined)).toEqual([])
    await expect(newTool(folder, language, 'resources')).rejects.toThrow(/is not empty\. Name a new folder\./)
  })

  it('that breaks the contract gets a remedy for each fault', async () => {
    const tool = made(`trap '' TERM; cat > /dev/null; printf Rolling. >&2; printf %s '${JSON.stringify({ ...sound, output: {} })}'`, {
      program: 'sh',
      manifest: 'examples: [{ parameters: {}, success: false }]'
    })
    expect((await testTool(tool)).map(({ message }) => message ?? '')).toEqual([
      '',
      'It succeeded. Correct the tool, or set `success: true` in the example.',
      "It ended with exit code 0. End with another one when the input can't be read.",
      "It didn't end within 300 ms of the signal SIGTERM and had to be killed. End at once when it arrives."
    ])
  })
})
