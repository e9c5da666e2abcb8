import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { bundledFiles } from '../../rules/bundled.fixture'
import { quickFindings } from './check-game'
import { dance, lines, patched } from './little-game.fixture'

const RULES = join(import.meta.dirname, '../../../../rules')
const GAMES = readdirSync(RULES).filter((name) => existsSync(join(RULES, name, 'manifest.yaml')))

describe('one broken thing, one line:', () => {
  it.each<[string, Parameters<typeof patched>[0], string]>([
    [
      'floors of a stat there is not',
      { 'manifest.yaml': ['floors: { ', 'floors: { STRENGHT: x, '] },
      'manifest.yaml:8 "floors" names the stat "STRENGHT", but the manifest has no such stat.'
    ],
    [
      'odds of a stat there is not',
      { 'manifest.yaml': ['saves: [STR', 'saves: [STRR'] },
      'manifest.yaml:9 "odds.saves" names the stat "STRR", but the manifest has no such stat. Did you mean "STR"?'
    ],
    [
      'odds of an action there is not',
      { 'manifest.yaml': ['attack: search', 'attack: serch'] },
      'manifest.yaml:9 "odds.attack" names the action "serch", but there is no actions/serch.ts or .yaml. Did you mean "search"?'
    ],
    [
      'odds of dice that are none',
      { 'manifest.yaml': ['dice: d20', 'dice: dd'] },
      'manifest.yaml:9 The value of "odds.dice" is "dd", which isn\'t a dice expression. Write something like d6 or 2d6+1.'
    ],
    [
      'a key of the manifest that nothing reads',
      { 'manifest.yaml': ['floors:', 'hook: {}\nfloors:'] },
      'manifest.yaml:8 The key "hook" is never read. Did you mean "hooks"?'
    ],
    [
      "a table's text that a comma cuts off",
      { 'tables/weather.yaml': 'name: Weather\ndice: d2\nrows:\n  1: Sun.\n  2: { text: Rain comes, and it stays, cold: 1 }\n' },
      'tables/weather.yaml:5 This row\'s text ends at a comma, before "and it stays". Put the text between quotation marks.'
    ],
    [
      'a condition that ends with nothing',
      { 'conditions/wet.yaml': 'name: Wet\nends: get-dry\n' },
      'conditions/wet.yaml:2 The condition "wet" ends with the action "get-dry", but there is no actions/get-dry.ts or .yaml.'
    ],
    [
      'a condition that grants nothing',
      { 'conditions/frightened.yaml': 'name: Frightened\ngrants:\n  - search\n  - serch\n' },
      'conditions/frightened.yaml:4 The condition "frightened" grants the action "serch", but there is no actions/serch.ts or .yaml. Did you mean "search"?'
    ],
    [
      'a condition that forbids nothing',
      { 'conditions/frightened.yaml': 'name: Frightened\nforbids: [ret]\n' },
      'conditions/frightened.yaml:2 The condition "frightened" forbids the action "ret", but there is no actions/ret.ts or .yaml. Did you mean "rest"?'
    ],
    [
      'a condition that changes no stat',
      { 'conditions/frightened.yaml': 'name: Frightened\nstats: { DEXT: 1 }\n' },
      'conditions/frightened.yaml:2 The condition "frightened" changes the stat "DEXT", but the manifest has no such stat. Did you mean "DEX"?'
    ],
    [
      'a misspelt key of a condition',
      { 'conditions/frightened.yaml': 'name: Frightened\ncannot-act: true\n' },
      'conditions/frightened.yaml:2 The key "cannot-act" is never read. Did you mean "cannot_act"?'
    ],
    [
      'a thing that grants nothing',
      { 'equipment/x.yaml': 'hat: { name: Hat, kind: tool, grants: [tip] }\n' },
      'equipment/x.yaml:1 The item "hat" grants the action "tip", but there is no actions/tip.ts or .yaml.'
    ],
    [
      'a weapon without damage',
      { 'equipment/x.yaml': '\nclub: { name: Club, kind: weapon }\n' },
      'equipment/x.yaml:2 The weapon "club" has no damage. Give it dice, such as damage: d6.'
    ],
    [
      'damage that is not dice',
      { 'equipment/x.yaml': 'club:\n  name: Club\n  kind: weapon\n  damage: d6 or so\n' },
      'equipment/x.yaml:4 The damage of "club" is "d6 or so", which isn\'t a dice expression. Write something like d6 or 2d6+1.'
    ],
    [
      'armour that does not protect',
      { 'equipment/x.yaml': 'vest: { name: Vest, kind: armor }\n' },
      'equipment/x.yaml:1 The armor "vest" has no armor value. Write how much damage it absorbs, such as armor: 1.'
    ],
    [
      'an effect with a condition there is not',
      { 'equipment/x.yaml': 'gin: { name: Gin, kind: consumable, effect: { add_condition: { condition: drunk, minutes: 9 } } }\n' },
      'equipment/x.yaml:1 "drunk" is not a condition in conditions/. Use one of frightened. Correct it.'
    ],
    [
      'a consumable that does nothing',
      { 'equipment/x.yaml': 'gin: { name: Gin, kind: consumable }\n' },
      'equipment/x.yaml:1 remark: The consumable "gin" has no effect, so using it only consumes it.'
    ],
    [
      'a row that names no condition there is',
      { 'tables/weather.yaml': ['condition: frightened', 'condition: frigtened'] },
      'tables/weather.yaml:4 This row uses the condition "frigtened", but there is no conditions/frigtened.yaml. Did you mean "frightened"?'
    ],
    [
      'a row with damage that is not dice',
      { 'tables/weather.yaml': ['damage: d4', 'damage: some'] },
      'tables/weather.yaml:4 The damage of this row of "weather" is "some", which isn\'t a dice expression. Write something like d6 or 2d6+1.'
    ],
    [
      'a table there is not',
      dance("table('omens')"),
      'actions/dance.ts:3 "table" names the table "omens", but there is no tables/omens.yaml. Did you mean "omen"?'
    ],
    [
      'a table asked for by key',
      dance("game.tables['weathr']"),
      'actions/dance.ts:3 This rule asks for the table "weathr", but there is no tables/weathr.yaml. Did you mean "weather"?'
    ],
    [
      'a condition there is not',
      dance("const draft = new Draft(state)\ndraft.afflict(actor, 'frightend', { minutes: 5 })", "import { Draft } from 'proscenium'"),
      'actions/dance.ts:4 "afflict" names the condition "frightend", but there is no conditions/frightend.yaml. Did you mean "frightened"?'
    ],
    [
      'a condition there is not, in the words of YAML',
      dance("const draft = new Draft(state)\ndraft.addCondition(actor, 'frightend', { minutes: 5 })", "import { Draft } from 'proscenium'"),
      'actions/dance.ts:4 "addCondition" names the condition "frightend", but there is no conditions/frightend.yaml. Did you mean "frightened"?'
    ],
    [
      'a table there is not, in the words of YAML',
      dance("rollTable('omens')"),
      'actions/dance.ts:3 "rollTable" names the table "omens", but there is no tables/omens.yaml. Did you mean "omen"?'
    ],
    [
      'a condition asked for by key',
      dance("state.actors[actor]?.conditions['wet']"),
      'actions/dance.ts:3 This rule asks for the condition "wet", but there is no conditions/wet.yaml.'
    ],
    [
      'a stat there is not',
      dance("save(new Draft(state), actor, 'WILL')", "import { Draft, save } from 'proscenium'"),
      'actions/dance.ts:3 "save" names the stat "WILL", but the manifest has no such stat. Did you mean "WIL"?'
    ],
    [
      'a thing there is not',
      dance("new Draft(state).give(actor, 'hat', { item: 'hat' })", "import { Draft } from 'proscenium'"),
      'actions/dance.ts:3 This rule gives the item "hat", but no file in equipment/ defines it.'
    ],
    [
      'a thing there is not, put down in a place',
      dance("new Draft(state).addItem({ place: 'inn' }, 'hat', { item: 'hat' })", "import { Draft } from 'proscenium'"),
      'actions/dance.ts:3 This rule gives the item "hat", but no file in equipment/ defines it.'
    ],
    [
      'a follow-up there is not',
      dance("if (params) return { stateDelta: {}, narrative: '.', followUp: ['search', { action: 'bow-out' }] }"),
      'actions/dance.ts:3 This rule follows up with the action "bow-out", but there is no actions/bow-out.ts or .yaml.'
    ],
    [
      'a parameter that is not declared',
      dance("params['partner']"),
      'actions/dance.ts:3 This rule reads the parameter "partner", but doesn\'t declare it.'
    ],
    [
      'the clock',
      dance('Date.now()'),
      'actions/dance.ts:3 This rule uses Date, but rules have no system clock. Use state.clock.minutes and draft.passTime(minutes).'
    ],
    [
      'chance of its own',
      dance('Math.random()'),
      'actions/dance.ts:3 This rule uses Math.random, but rules get random numbers only from dice. Use roll("d20").'
    ],
    [
      'a timer',
      dance('setTimeout(() => 1, 5)'),
      'actions/dance.ts:3 This rule uses setTimeout, but rules can\'t wait or run later. Use a condition with "minutes" or "rounds" and an action it "ends" with.'
    ],
    [
      'the order of a language',
      dance("'a'.localeCompare('b')"),
      'actions/dance.ts:3 This rule uses localeCompare, but rules must give the same result in every language. Compare texts with < and >, and format numbers with String(…).'
    ],
    [
      'the machine',
      dance('const { env } = process'),
      "actions/dance.ts:3 This rule uses process, but rules can't access the machine they run on. Use state, game or params instead."
    ],
    [
      'a name that is declared nowhere',
      dance('const step = 1\nreturn stepp'),
      'actions/dance.ts:4 This rule uses "stepp", which isn\'t declared anywhere. Did you mean "step"?'
    ],
    [
      'the library without its import',
      dance('new Draft(state)'),
      'actions/dance.ts:3 This rule uses "Draft" without importing it. Add "import { Draft } from \'proscenium\'".'
    ],
    [
      'a row that gives nothing there is',
      { 'tables/weather.yaml': ['item: axe', 'item: ax'] },
      'tables/weather.yaml:5 This row uses the item "ax", but no file in equipment/ defines it. Did you mean "axe"?'
    ],
    [
      'a YAML effect with a condition there is not',
      { 'actions/rest.yaml': ['remove_condition: frightened', 'remove_condition: [frightened, wet]'] },
      'actions/rest.yaml:4 "wet" is not a condition in conditions/. Use one of frightened. Correct it.'
    ],
    [
      'a table with a gap',
      { 'tables/omen.yaml': 'name: Omens\ndice: d4\nrows:\n  1-2: Rain.\n  4: Sun.\n' },
      'tables/omen.yaml:5 This line has no row for 3.'
    ],
    [
      'an action twice',
      { 'actions/search.yaml': 'name: search\ndescription: Search.\nexecute: { say: Zzz. }\n' },
      'actions/search.ts:1 The action "search" is defined in both a .ts and a .yaml file. Remove one of them.'
    ],
    [
      'a condition twice by case',
      { 'conditions/Frightened.yaml': 'name: Frightened\n' },
      "conditions/frightened.yaml:1 Some systems can't tell conditions/frightened.yaml from conditions/Frightened.yaml. Remove or rename one of them."
    ],
    [
      'a .yml file',
      { 'conditions/wet.yml': 'name: Wet\n' },
      "conditions/wet.yml:1 conditions/wet.yml is never read, because a game's YAML files end in .yaml. Rename it."
    ],
    [
      'YAML in a folder that is not read',
      { 'condition/wet.yaml': 'name: Wet\n' },
      'condition/wet.yaml:1 condition/wet.yaml is never read, because a game\'s YAML files belong in actions/, conditions/, equipment/, tables/. Did you mean "conditions"?'
    ],
    [
      "YAML of one's own",
      { 'notes/ideas.yaml': 'a: 1\n' },
      "notes/ideas.yaml:1 remark: notes/ideas.yaml is never read, because a game's YAML files belong in actions/, conditions/, equipment/, tables/."
    ],
    [
      'a rule in a folder that is not read',
      { 'action/dance.ts': 'export default {}' },
      'action/dance.ts:1 action/dance.ts has no effect, because no action imports it. Did you mean "actions"?'
    ],
    [
      'a library nobody imports',
      { 'lib/old.ts': 'export const old = 1' },
      'lib/old.ts:1 remark: lib/old.ts has no effect, because no action imports it. Import it or delete it.'
    ],
    [
      'an action that is never offered, in a list',
      {
        'actions/dance.yaml': 'name: dance\ndescription: Dance.\navailable: false\nexecute: { say: La. }\n',
        'manifest.yaml': ['entry_actions: [', 'entry_actions: [dance, ']
      },
      'actions/dance.yaml:3 "dance" has "available: false", but is in entry_actions of the manifest. Remove one of the two.'
    ]
  ])('%s', (_, changes, line) => {
    expect(lines(quickFindings(patched(changes)))).toEqual([line])
  })
})

describe('nothing is said of', () => {
  it('the little game', () => expect(lines(quickFindings(patched({})))).toEqual([]))
  it.each(GAMES)('the bundled game %s', (game) => expect(lines(quickFindings(bundledFiles(game)))).toEqual([]))
  it.each([
    ['a line for whoever tries the rule', 'console.log(state.clock.minutes)'],
    ['words in texts and comments', "// Date.now() and Math.random()\nconst text = 'the Date of console'"],
    ['names of its own', 'const process = { Date: 1 }\nprocess.Date\nconst { fetch } = { fetch: 2 }\nfetch'],
    ['types', 'const one = (a: Date, b: Intl.NumberFormat) => a ?? b'],
    ['a question', "typeof Date === 'undefined'"],
    ['a method of the same name', "new Set(['x']).has('wet')"],
    ['keys that are worked out', "const key = 'a' + actor\nstate.actors[actor]?.conditions[key]\nparams[key]"]
  ])('%s', (_, body) => {
    expect(lines(quickFindings(patched(dance(body))))).toEqual([])
  })
})
