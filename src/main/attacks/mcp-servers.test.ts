import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { externalSkills, type ExternalSkills } from '../tools/external-skills'

/** The beginning of a server that keeps to the protocol as far as `lists` and `answers` do; both are sources of functions of the request. */
const server = (lists: string, answers = '() => ({ content: [] })', first = ''): string => `
${first}
const send = (id, result) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n')
let text = ''
process.stdin.on('data', (part) => {
  text += part
  for (let end = text.indexOf('\\n'); end >= 0; end = text.indexOf('\\n')) {
    const { id, method, params } = JSON.parse(text.slice(0, end))
    text = text.slice(end + 1)
    if (method === 'initialize') send(id, { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'odd', version: '1' } })
    if (method === 'tools/list') send(id, (${lists})(params ?? {}))
    if (method === 'tools/call') send(id, (${answers})(params))
  }
})`
const ONE = `() => ({ tools: [{ name: 'go', inputSchema: { type: 'object' } }] })`
const nested = (depth: string): string => `(() => { let value = {}; for (let i = 0; i < ${depth}; i++) value = { a: value }; return value })()`

const root = mkdtempSync(join(tmpdir(), "o'servers-"))
const pids = join(root, 'pids')
/** A process that leaves its group and ignores the signal to end. */
const FORKS = `import { spawn } from 'node:child_process'
import { appendFileSync } from 'node:fs'
process.on('SIGTERM', () => undefined)
appendFileSync(${JSON.stringify(pids)}, process.pid + '\\n')
const child = spawn('sh', ['-c', "trap '' TERM; while true; do sleep 1; done"], { detached: true, stdio: 'ignore' })
appendFileSync(${JSON.stringify(pids)}, child.pid + '\\n')
child.unref()`

const NONE = /^$/
/** Hostile servers by folder: the program, then what the first finding says, if there is one. */
const LISTING: readonly [name: string, program: string, says: RegExp][] = [
  ['a-hang', "process.on('SIGTERM', () => undefined); setInterval(() => undefined, 1000)", /^The tool a-hang took longer than 1 s and was ended\./],
  [
    'b-flood',
    "const part = 'x'.repeat(1 << 20); const more = () => { while (process.stdout.write(part)); process.stdout.once('drain', more) }; more()",
    /^The tool b-flood answered more than 4 MB and was ended\./
  ],
  ['c-endless', server(`() => ({ tools: [], nextCursor: 'again' })`), NONE],
  ['d-many', server(`() => ({ tools: Array.from({ length: 5000 }, (_, i) => ({ name: 'tool' + i, inputSchema: { type: 'object' } })) })`), NONE],
  [
    'e-names',
    server(
      `() => ({ tools: ['__proto__', 'a\\u0000b', '\\u001b[31m', '\\u202ered', ''].map((name) => ({ name, inputSchema: { type: 'object' } })) })`
    ),
    /^The server e-names has a tool ".*"\. Its name can't be used\./
  ],
  ['f-bomb', server(`() => ({ tools: [{ name: 'go', inputSchema: { type: 'object', properties: { a: ${nested('20000')} } } }] })`), /f-bomb/],
  [
    'g-loop',
    server(
      `() => ({ tools: [{ name: 'go', inputSchema: { type: 'object', $defs: { a: { $ref: '#/$defs/a' } }, properties: { x: { $ref: '#/$defs/a' } } } }] })`
    ),
    NONE
  ],
  ['h-list', server('() => ({ tools: 7 })'), /^The server h-list doesn't keep to the Model Context Protocol\. It answered what can't be read\./],
  ['i-forks', server(ONE, undefined, FORKS), NONE]
]
const CALLS: readonly [name: string, answers: string, says: RegExp][] = [
  ['j-leaves', '() => process.exit(7)', /^The server j-leaves ended before it had answered \(exit code 7\)\.$/],
  ['k-deep', `() => ({ content: [], structuredContent: ${nested('5000')} })`, /k-deep/],
  ['l-prototype', `() => JSON.parse('{"content": [], "structuredContent": {"__proto__": {"isAdmin": true}}}')`, /^$/],
  ['m-shape', `() => ({ content: 'hello' })`, /^The server m-shape doesn't keep to the Model Context Protocol\./]
]

let found: ExternalSkills
beforeAll(async () => {
  for (const [name, program] of [...LISTING, ...CALLS.map(([name, answers]) => [name, server(ONE, answers)] as const)]) {
    mkdirSync(join(root, 'tools', name), { recursive: true })
    writeFileSync(join(root, 'tools', name, 'server.mjs'), program)
    writeFileSync(
      join(root, 'tools', name, 'tool.yaml'),
      `name: ${name}\ndescription: Odd.\nkind: mcp\nrun: [node, server.mjs]\ntimeout: ${name === 'a-hang' ? 1 : 20}\n`
    )
  }
  found = await externalSkills(root, undefined, { toolTrust: () => 'trusted' })
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

describe('a hostile server of tools', () => {
  it.each(LISTING)('%s is listed within its limits, or is a finding in one sentence', (name, _program, says) => {
    const about = found.findings.filter(({ message }) => message.includes(` ${name} `)).map(({ message }) => message)
    expect(about[0] ?? '').toMatch(says)
    for (const message of about) expect(message).not.toMatch(/\p{Cc}|\p{Bidi_Control}/u)
    const own = found.skills.filter((skill) => skill.name.startsWith(`${name}_`))
    expect(own.length).toBeLessThanOrEqual(200)
    for (const skill of own) expect(() => skill.misfit(JSON.parse('{"a": 1}'))).not.toThrow()
  })

  it.each(CALLS)('%s, used once, fails in a sentence or answers plain data', async (name, _answers, says) => {
    const skill = found.skills.find((one) => one.name === `${name}_go`)!
    const result = await skill.run({ actionId: 'a', skill: skill.name, parameters: {}, state: {}, sessionId: 's' }, new AbortController().signal)
    expect(result.errors.join(' ')).toMatch(says)
    expect(result.stateChanges).toEqual([])
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
  })

  it.runIf(process.platform === 'linux')('leaves nothing running, also what left its group and ignores the signal', () => {
    const started = readFileSync(pids, 'utf8').trim().split('\n')
    expect(started.length).toBeGreaterThanOrEqual(2)
    expect(started.filter(isRunning)).toEqual([])
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
