import { expect, it } from 'vitest'
import { never } from '../../shared/base/abort'
import type { FileProblem, QuickFix } from '../../shared/contract/language-calls'
import { sampleTexts } from './campaign.fixture'
import { LanguageService } from './service'
import { TextPlaces } from './text-places'

const TEXTS = sampleTexts({
  next: 'beat: 0\nphase: open\nactor: ""\nwaiting: []\nspent: {}\nmode: story\nround: 0\ninitiative: []\ndice: { seed: "1" }\n',
  'current-scene': '',
  'rules/equipment/own.yaml': 'wet-rope: { name: Wet rope, kind: tool }\n',
  'rules/lib/alone.ts': 'export const alone = 1\n'
})
const service = new LanguageService()
let saved: [string, string][] = [...TEXTS]

/** The problems that are found before any rule runs, with these drafts. */
async function problems(drafts: Record<string, string | null>): Promise<FileProblem[]> {
  const task = { ask: 'problems', resources: process.cwd(), before: [] } as const
  const files = { saved, drafts: Object.entries(drafts) }
  saved = []
  for await (const news of service.answer(task, files, never)) return (news as { problems: FileProblem[] }).problems
  return []
}
/** A text after the changes of a fix. */
function fixed(text: string, fix: QuickFix | undefined, path: string): string {
  const places = new TextPlaces(text)
  let out = text
  for (const { line, column, endLine, endColumn, text: next } of fix?.files.find((file) => file.path === path)?.changes.toReversed() ?? [])
    out = out.slice(0, places.offset(line, column)) + next + out.slice(places.offset(endLine, endColumn))
  return out
}
const WRING = (item: string): string => `name: wring\ndescription: Wring it out.\navailable:\n  has_item: ${item}\nexecute:\n  - say: Drip.\n`
const MANIFEST = (TEXTS.get('rules/manifest.yaml') ?? '').replace('entry_actions: [', 'entry_actions: [wring, ')

it('a misspelt name is marked where it stands, and its fix is the nearest name', async () => {
  expect(MANIFEST).toContain('[wring, ')
  const path = 'rules/actions/wring.yaml'
  const drafts = { [path]: WRING('wet-rpoe'), 'rules/manifest.yaml': MANIFEST }
  const [one] = (await problems(drafts)).filter((problem) => problem.path === path)
  expect(one).toMatchObject({ line: 4, column: 13, endLine: 4, endColumn: 21, level: 'error' })
  expect(one?.fixes.map(({ title }) => title)).toEqual(['Change "wet-rpoe" to "wet-rope"', 'Create the item "wet-rpoe"'])
  expect(fixed(WRING('wet-rpoe'), one?.fixes[0], path)).toBe(WRING('wet-rope'))
  expect((await problems({ ...drafts, [path]: WRING('wet-rope') })).filter((problem) => problem.path === path)).toEqual([])
})

it('fixes create what is missing, delete what has no effect, and correct an unknown key', async () => {
  const path = 'rules/actions/wring.yaml'
  const found = await problems({
    [path]: WRING('quartz-tooth'),
    'rules/manifest.yaml': MANIFEST,
    'rules/conditions/wet.yaml': 'name: Wet\ndescripton: Soaked.\n'
  })
  const wrong = { [path]: WRING('wet-rope').replace('has_item', 'has_itme'), 'rules/manifest.yaml': MANIFEST }
  expect((await problems(wrong)).find((problem) => problem.path === path)?.fixes[0]?.title).toBe('Change "has_itme" to "has_item"')
  const [missing] = found.filter((problem) => problem.path === path)
  expect(missing?.fixes).toMatchObject([{ title: 'Create the item "quartz-tooth"', files: [{ path: 'rules/equipment/items.yaml' }] }])
  const items = fixed(TEXTS.get('rules/equipment/items.yaml') ?? '', missing?.fixes[0], 'rules/equipment/items.yaml')
  const after = await problems({ [path]: WRING('quartz-tooth'), 'rules/manifest.yaml': MANIFEST, 'rules/equipment/items.yaml': items })
  expect(after.filter((problem) => problem.path === path || problem.path === 'rules/equipment/items.yaml')).toEqual([])
  expect(found.find((problem) => problem.path === 'rules/lib/alone.ts')).toMatchObject({
    level: 'info',
    fixes: [{ title: 'Delete rules/lib/alone.ts', files: [{ path: 'rules/lib/alone.ts', removed: true }] }]
  })
  expect(found.find((problem) => problem.path === 'rules/conditions/wet.yaml')?.fixes.map(({ title }) => title)).toEqual([
    'Change "descripton" to "description"'
  ])
})

it('a character without a sheet gets one in an existing location; one whose sheet was removed is told to restore it', async () => {
  const path = 'world/npcs/Agnes/STATS.yaml'
  const about = { 'world/npcs/Agnes/ABOUT.md': '# Agnes\n' }
  const of = async (drafts: Record<string, string>, at = path): Promise<FileProblem[]> => (await problems(drafts)).filter((one) => one.path === at)
  const [one] = await of(about)
  expect(one?.message).toBe(`${path} is missing. Create it with the character's name, location and stats.`)
  expect(one?.fixes).toMatchObject([{ title: 'Create it', files: [{ path }] }])
  const sheet = one?.fixes[0]?.files[0]?.created ?? ''
  expect(sheet).toMatch(/^name: Agnes\nlocation: .+\nstats: \{\}\n$/)
  expect(await of({ ...about, [path]: sheet })).toEqual([])
})

it('broken YAML, bytes that are not text and hostile files are findings, not failures', async () => {
  const found = await problems({
    'rules/tables/bad.yaml': 'rows: [\n',
    'world/STATE.yaml': `facts: ${'{a: '.repeat(500)}`,
    'rules/actions/loop.ts': `import './loop'\nexport default { name: 'loop', ${'x: {'.repeat(300)}`,
    'rules/lib/long.ts': 'export const a = 1\n'.repeat(10_000)
  })
  const messages = new Set(found.map(({ path }) => path))
  expect([...messages]).toEqual(expect.arrayContaining(['rules/tables/bad.yaml', 'world/STATE.yaml', 'rules/actions/loop.ts']))
  expect(found.every(({ message }) => message.length > 0 && !message.includes('undefined'))).toBe(true)
})

it('the whole check, which runs the rules, follows the first findings', async () => {
  const tiny = new LanguageService()
  const files: [string, string][] = [
    ['rules/manifest.yaml', 'game: Tiny\nversion: 1\nentry_actions: [wait]\n'],
    ['rules/actions/wait.yaml', 'name: wait\ndescription: Wait.\navailable: { fact: never-set }\nexecute:\n  say: Nothing.\n']
  ]
  const news = []
  for await (const one of tiny.answer({ ask: 'problems', resources: process.cwd(), before: [] }, { saved: files, drafts: [] }, never)) news.push(one)
  const [first, whole] = news as { problems: FileProblem[]; whole: boolean }[]
  expect([first?.whole, whole?.whole]).toEqual([false, true])
  const isNever = (one: typeof first): boolean => one?.problems.some(({ message }) => message.includes('never available')) === true
  expect([isNever(first), isNever(whole)]).toEqual([false, true])
})
