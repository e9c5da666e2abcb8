import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { toProblem } from '../../shared/base/problem'
import { readTool, type Tool } from '../tools/manifest'
import { MAX_ERROR_BYTES, runTool, type ToolRun } from '../tools/run-tool'

const home = mkdtempSync(join(tmpdir(), 'hostile-tools-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

let count = 0
const manifestOf = (run: string): string => `name: odd\ndescription: Odd.\nrun: ${run}\nstate: [quests]\ninput: { type: object }\n`

/** A folder with these files. */
function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = join(home, `odd-${++count}`)
  mkdirSync(folder)
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}
const shell = (text: string): Tool => readTool(folderOf({ 'odd.sh': text, 'tool.yaml': manifestOf('[sh, odd.sh]') }))
const run = (tool: Tool, seconds = 5): Promise<ToolRun> =>
  runTool(tool, { actionId: 'a', skill: 'odd', parameters: {}, state: { quests: {} }, sessionId: 's' }, { timeoutSeconds: seconds })
const GOOD = `{"success": true, "output": {}, "stateChanges": [], "errors": []}`

describe('a hostile tool', () => {
  it.each([
    ['binary zeros', 'head -c 100000 /dev/zero', /^The tool odd answered what is not JSON\.$/],
    ['two answers', `echo '${GOOD}'; echo '${GOOD}'`, /^The tool odd answered what is not JSON\.$/],
    ['a list', 'echo "[1]"', /doesn't keep to the contract: the answer must be a map with .*, but it is a list\.$/],
    ['no stateChanges', `echo '{"success": true, "output": {}, "errors": []}'`, /`stateChanges` must be a list.*, but it is missing\.$/],
    [
      'half a million brackets',
      `printf '{"success": true, "output": {"a": '; head -c 500000 /dev/zero | tr '\\0' '['; head -c 500000 /dev/zero | tr '\\0' ']'; printf '}}'`,
      /^The tool odd answered with lists and objects nested more than 100 deep\.$/
    ],
    [
      'an addition without a value',
      `echo '{"success": true, "output": {}, "stateChanges": [{"path": "/quests/a", "operation": "Add"}], "errors": []}'`,
      /value.*must be given to add or update/
    ],
    [
      'a prototype as a path',
      `echo '{"success": true, "output": {}, "stateChanges": [{"path": "/quests/constructor/prototype/x", "operation": "Add", "value": 1}], "errors": []}'`,
      /must be a JSON Pointer, such as/
    ],
    [
      'a path to the dice',
      `echo '{"success": true, "output": {}, "stateChanges": [{"path": "/next/dice/seed", "operation": "Update", "value": "1"}], "errors": []}'`,
      /^The tool odd wanted to change \/next\/dice\/seed, but its manifest asks for only quests\.$/
    ]
  ])('that answers %s is a failure in one sentence', async (_, text, sentence) => {
    const { answer } = await run(shell(text))
    expect(answer).toMatchObject({ success: false, stateChanges: [] })
    expect(answer.errors.join(' ')).toMatch(sentence)
  })

  it('that closes its input at once, or floods standard error, still answers', async () => {
    expect((await run(shell(`exec 0<&-; sleep 0.1; echo '${GOOD}'`))).answer).toMatchObject({ success: true })
    const loud = await run(shell(`head -c 3000000 /dev/zero | tr '\\0' 'x' >&2; echo '${GOOD}'`))
    expect([loud.answer.success, loud.stderr.length]).toEqual([true, MAX_ERROR_BYTES])
  })

  it.runIf(process.platform === 'linux')('leaves nothing running that it started, whatever its environment and group', async () => {
    const file = join(home, 'pid')
    // Two processes that leave the group, one of them without the environment that it was given.
    const { answer } = await run(
      shell(
        `setsid sh -c 'echo $$ >> ${file}; exec sleep 60' & setsid env -i sh -c 'echo $$ >> ${file}; exec /bin/sleep 60' & sleep 0.4; echo '${GOOD}'`
      )
    )
    expect(answer).toMatchObject({ success: true })
    const pids = readFileSync(file, 'utf8').trim().split('\n')
    expect(pids).toHaveLength(2)
    expect(pids.filter(isRunning)).toEqual([])
  })

  it.each([
    ['a path out of the folder', '[sh, ../odd.sh]'],
    ['a full path', '[/bin/sh, odd.sh]'],
    ['a full path of Windows', '[node, "C:\\\\odd.mjs"]'],
    ['a link out of the folder', '[sh, linked.sh]']
  ])('whose manifest names %s is not read', (_, command) => {
    const folder = folderOf({ 'odd.sh': '', 'tool.yaml': manifestOf(command) })
    symlinkSync('/etc/hostname', join(folder, 'linked.sh'))
    expect(problemOf(folder)).toMatch(
      /`run` names ".*", which is outside the tool's folder\. Put what it runs into the folder, or name an interpreter/
    )
  })

  it('whose manifest is a link, a folder or huge is not read', () => {
    const linked = folderOf({ 'odd.sh': '' })
    writeFileSync(join(home, 'real.yaml'), manifestOf('[sh, odd.sh]'))
    symlinkSync(join(home, 'real.yaml'), join(linked, 'tool.yaml'))
    expect(problemOf(linked)).toMatch(/tool\.yaml is not a plain file, but a link, a folder or a pipe/)
    const folder = folderOf({})
    mkdirSync(join(folder, 'tool.yaml'))
    expect(problemOf(folder)).toMatch(/tool\.yaml is not a plain file/)
    expect(problemOf(folderOf({ 'tool.yaml': '#'.repeat(2_000_000) }))).toMatch(/tool\.yaml/)
  })
})

/** Whether a process runs; a dead one that nobody has waited for doesn't. */
function isRunning(pid: string): boolean {
  try {
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

function problemOf(folder: string): string {
  try {
    readTool(folder)
    return ''
  } catch (error) {
    return toProblem(error).message
  }
}
