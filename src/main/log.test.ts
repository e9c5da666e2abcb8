import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Problem } from '../shared/base/problem'
import { faultWords } from './fault-words'
import { lastLines, logFolder, MAX_LOG_BYTES, openLog } from './log'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'proscenium-log-'))
})
afterEach(() => rmSync(home, { recursive: true }))

const noon = () => new Date('2031-05-01T12:00:00Z')

describe('the log', () => {
  it('keeps three files of limited size, newest lines last', () => {
    const log = openLog(home, 'desktop', noon)
    for (let n = 0; n < 2000; n++) log.note(`${n} ${'x'.repeat(500)}`)
    expect(readdirSync(logFolder(home)).toSorted()).toEqual(['desktop.1.log', 'desktop.2.log', 'desktop.log'])
    for (const name of readdirSync(logFolder(home))) expect(statSync(join(logFolder(home), name)).size).toBeLessThanOrEqual(MAX_LOG_BYTES)
    const lines = lastLines(home, 'desktop', 400)
    expect(lines.map((line) => line.split(' ')[1])).toEqual(Array.from({ length: 400 }, (_, n) => String(1600 + n)))
  })

  it('writes a line that repeats once, with how often it came', () => {
    const log = openLog(home, 'tab', noon)
    for (let n = 0; n < 1000; n++) log.note('The core stopped answering.')
    log.note('Started.')
    expect(lastLines(home, 'tab', 10)).toEqual([
      '2031-05-01T12:00:00.000Z The core stopped answering.',
      '2031-05-01T12:00:00.000Z The same happened 999 more times.',
      '2031-05-01T12:00:00.000Z Started.'
    ])
  })

  it('is read by this user alone, and is missing without an error where its folder can’t be written', () => {
    openLog(home, 'tab', noon).note('Started.')
    // Windows has other permissions.
    const mode = process.platform === 'win32' ? 0o600 : statSync(join(logFolder(home), 'tab.log')).mode & 0o777
    expect(mode).toBe(0o600)
    const file = join(home, 'a file')
    writeFileSync(file, '')
    openLog(file, 'tab', noon).note('Started.')
    expect(lastLines(file, 'tab', 10)).toEqual([])
  })
})

describe('an error in the log', () => {
  const secret = 'The bell under the lake rang sk-ant-0123'
  const thrownBy = (work: () => unknown): unknown => {
    try {
      return work()
    } catch (thrown) {
      return thrown
    }
  }

  it('has its kind and its place, in a file without the folders above it', () => {
    const missing = {} as { at: { hp: number } }
    const [first, second] = faultWords(thrownBy(() => missing.at.hp)).split('\n')
    expect(first).toBe('TypeError (Cannot read properties of undefined)')
    expect(second).toMatch(/^ {2}at (?:\S+ )?src\/main\/log\.test\.ts:\d+:\d+$/)
  })

  it.each<[string, () => unknown]>([
    ['JSON that is none', () => JSON.parse(secret)],
    ['an expression', () => new RegExp(`${secret}(`)],
    ['a number', () => BigInt(secret)],
    ['an address', () => new URL(secret)],
    ['a problem', () => new Problem('bad-file', `${secret} isn’t valid YAML`, { file: secret })],
    ['our own error', () => new Error(secret)],
    ['what is no error', () => secret],
    ['an error with such a name and code', () => Object.assign(new Error(secret), { name: secret, code: secret })],
    ['an error with such a cause', () => new Error('x', { cause: new Error(secret) })],
    ['a missing file', () => readFileSync(join(homedir(), secret))],
    ['what is not iterable', () => new Map([secret] as never)],
    ['a method that is named after a character', () => new Map([[secret, { [secret]: () => JSON.parse('?') as unknown }]]).get(secret)?.[secret]?.()]
  ])('says nothing of what it quotes: %s', (_what, work) => {
    const words = faultWords(thrownBy(work))
    expect(words).toMatch(/^[A-Za-z]+/)
    for (const part of ['bell', 'lake', 'sk-ant', homedir(), process.cwd()]) expect(words).not.toContain(part)
  })

  it('keeps the code of the system', () => {
    expect(faultWords(thrownBy(() => readFileSync(join(home, 'none')))).split('\n')[0]).toBe('Error (ENOENT)')
  })

  it('reads stacks of every browser', () => {
    const stack = ['draw@http://127.0.0.1:46337/assets/window-a1.js:3:14', '@http://127.0.0.1:46337/assets/main-b2.js:1:5'].join('\n')
    expect(faultWords({ name: 'TypeError', message: 'x', stack })).toBe('TypeError\n  at draw window-a1.js:3:14\n  at main-b2.js:1:5')
  })
})
