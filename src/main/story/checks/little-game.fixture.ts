import { isRemark, type ProblemData } from '../../../shared/base/problem'

/** The smallest game without a finding: everything in it is used. */
const LITTLE: Record<string, string> = {
  'manifest.yaml': [
    'game: Little',
    'version: "1"',
    'entry_actions: [search, rest]',
    'stats:',
    '  STR: { label: Strength, has_max: true }',
    '  DEX: { label: Dexterity, has_max: true }',
    '  WIL: { label: Willpower, has_max: true }',
    'floors: { STR: At 0 the person is dead. }',
    'odds: { dice: d20, saves: [STR, DEX], attack: search }',
    ''
  ].join('\n'),
  'actions/search.ts': [
    "import { Draft, save } from 'proscenium'",
    "import { shake } from '../lib/shake'",
    '/** Look round, and be frightened. */',
    "export default { name: 'search', description: 'Search.', params: [{ name: 'how', type: 'enum', description: '', enum: ['well', 'badly'] }],",
    '  available: () => true, execute(state, actor, params) {',
    '    const draft = new Draft(state)',
    "    if (params['how'] === 'badly' && !save(draft, actor, 'WIL')) shake(draft, actor)",
    "    draft.say('A search.')",
    '    return draft.result()',
    '  } } satisfies Action',
    ''
  ].join('\n'),
  'actions/rest.yaml': 'name: rest\ndescription: Rest.\nexecute:\n  remove_condition: frightened\n  say: A rest.\n',
  'lib/shake.ts':
    "import { type Draft } from 'proscenium'\nexport const shake = (draft: Draft, id: string) => draft.afflict(id, 'frightened', { minutes: 5 })\n",
  'conditions/frightened.yaml': 'name: Frightened\n',
  'equipment/all.yaml': 'axe: { name: Axe, kind: weapon, damage: d6 }\nhelmet: { name: Helmet, kind: armor, armor: 1 }\n',
  'tables/omen.yaml': 'name: Omens\ndice: d2\nrows:\n  1: Rain.\n  2: Sun.\n',
  'tables/weather.yaml': 'name: Weather\ndice: d2\nrows:\n  1: { text: Rain., condition: frightened, damage: d4 }\n  2: { text: Sun., item: axe }\n'
}
/** Findings as `file:line sentence`. Remarks are marked. */
export const lines = (findings: readonly ProblemData[]): string[] =>
  findings.map((one) => `${String(one.data?.['file'])}:${String(one.data?.['line'])} ${isRemark(one) ? 'remark: ' : ''}${one.message}`)

/** The little game with some texts replaced, each of which must occur, or with whole files added. */
export function patched(changes: Record<string, [from: string, to: string] | string>): Map<string, string> {
  const files = new Map(Object.entries(LITTLE))
  for (const [path, change] of Object.entries(changes)) {
    if (typeof change === 'string') files.set(path, change)
    else {
      const text = files.get(path) ?? ''
      if (!text.includes(change[0])) throw new Error(`${path} has no ${change[0]}`)
      files.set(path, text.replace(change[0], change[1]))
    }
  }
  return files
}

/** An action that the manifest lists, with `body` inside `execute`, starting at line 3. */
export const dance = (body: string, head = ''): Parameters<typeof patched>[0] => ({
  'actions/dance.ts': `${head || '//'}\nexport default { name: 'dance', description: 'Dance.', params: [], available: () => true, execute(state, actor, params) {\n${body}\nreturn { stateDelta: {}, narrative: 'A dance.' } } }\n`,
  'manifest.yaml': ['entry_actions: [', 'entry_actions: [dance, ']
})
