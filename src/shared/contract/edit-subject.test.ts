import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { editSubject } from './edit-subject'

const weapons = readFileSync(new URL('../../../rules/cairn-hack/equipment/weapons.yaml', import.meta.url), 'utf8')
const equipment = 'rules/equipment/weapons.yaml'
const edited = (from: string | RegExp, to: string, path = equipment, text = weapons): string => editSubject(path, text, text.replace(from, to))

it('a change of one value is described in the words of the game', () => {
  expect(edited('name: Sword, kind: weapon, damage: d8', 'name: Sword, kind: weapon, damage: d6')).toBe('Lowered the damage of Sword from d8 to d6')
  expect(edited('name: Dagger, kind: weapon, damage: d6', 'name: Dagger, kind: weapon, damage: 2d4+1')).toBe(
    'Raised the damage of Dagger from d6 to 2d4+1'
  )
  expect(edited("name: Miner's pick, kind: weapon, damage: d8, slots: 2", "name: Miner's pick, kind: weapon, damage: d8, slots: 1")).toBe(
    "Lowered the slots of Miner's pick from 2 to 1"
  )
  expect(edited('tags: { natural: true, venom: true }', 'tags: { natural: true }')).toBe('Removed the tags venom of Teeth')
  expect(edited('name: Claws', 'name: Talons')).toBe('Changed the name of Talons from Claws to Talons')
})

it('several changes are named, and more are counted', () => {
  expect(edited('damage: d6, slots: 1 }\ncudgel', 'damage: d8, slots: 2 }\ncudgel')).toBe('Changed the damage and slots of Dagger')
  expect(editSubject(equipment, weapons, `${weapons}net: { name: Fishing net, kind: tool, slots: 2 }\n`)).toBe('Added Fishing net')
  expect(edited(/^mace: .*\n/m, '')).toBe('Removed Flanged mace')
  expect(edited(/damage: d6/g, 'damage: d4')).toMatch(/^Changed Dagger, Cudgel, Hand axe and \d more$/)
})

it('files of one thing are called by its name', () => {
  const table = 'name: Mishap on the way\ndice: d12\nrows:\n  1: a fall\n'
  expect(editSubject('rules/tables/mishap.yaml', table, table.replace('d12', 'd20'))).toBe(
    'Raised the dice of the table Mishap on the way from d12 to d20'
  )
  const place = "name: O'Hara's door\nfeatures:\n  - a lamp\n"
  expect(editSubject('world/regions/home/locations/door.yaml', place, place.replace('a lamp', 'no lamp'))).toBe(
    "Changed the features of O'Hara's door"
  )
  const note = '---\ntags: [a]\n---\n# The old mill\n\nIt turns.\n'
  expect(editSubject('world/misc/mill/ABOUT.md', note, note.replace('[a]', '[b]'))).toBe('Changed the tags of the note The old mill')
  expect(editSubject('world/misc/mill/ABOUT.md', note, `${note}\nIt stands still.\n`)).toBe('Added 2 lines to the note The old mill')
  expect(editSubject('rules/conditions/wet.yaml', undefined, 'name: Soaked\n')).toBe('Added the condition Soaked')
})

it('a change of code names its lines, or the one changed word', () => {
  const code = "export const name = 'tumble'\nconst dice = roll('d6')\nconst need = 4\n"
  const path = 'rules/actions/tumble.ts'
  expect(editSubject(path, code, code.replace("'d6'", "'d8'"))).toBe('Changed d6 to d8 in the action tumble')
  expect(editSubject(path, code, code.replace('need = 4', 'need = roll(4, 5)'))).toBe('Edited 1 line of the action tumble')
  expect(editSubject(path, code, code.replace('const need = 4\n', ''))).toBe('Removed 1 line from the action tumble')
})

it('a story event and the settings are described without their keys', () => {
  const event = '---\ntitle: The Lamp\nstarts_when: [lit]\ndone_when: [out]\noutcomes: []\n---\nText.\n'
  const path = 'world/story/lamp/ABOUT.md'
  const changed = (...edits: [string, string][]): string =>
    editSubject(
      path,
      event,
      edits.reduce((text, [from, to]) => text.replace(from, to), event)
    )
  expect(changed(['[out]', '[out, cold]'])).toBe('Changed when The Lamp ends')
  expect(changed(['[out]', '[cold]'], ['outcomes: []', 'outcomes: [{ when: fact.out }]'])).toBe('Changed when The Lamp ends, and its outcomes')
  expect(changed(['[lit]', '[dark]'], ['[out]', '[cold]'])).toBe('Changed when The Lamp begins and when The Lamp ends')
  expect(editSubject('table.yaml', 'party: [Wren]\n', 'party: [Wren, Pym]\n')).toBe('Changed the party')
})

it('unreadable files get a plain subject, and hostile texts take no time', () => {
  expect(editSubject(equipment, weapons, `${weapons}  : : [\n`)).toBe('Added 1 line to the equipment list weapons')
  expect(editSubject('rules/tables/a.yaml', '', '['.repeat(50_000))).toBe('Edited 1 line of the table a')
  expect(editSubject('odd/file.bin', 'a', 'b')).toBe('Changed a to b in odd/file.bin')
  expect(editSubject('world/misc/x.md', '---\n__proto__: 1\n---\n', '---\nconstructor: 2\n---\n')).toMatch(/^[A-Z]/)
  expect(editSubject('rules/equipment/constructor.yaml', 'toString: { name: A }\n', 'toString: { name: B }\n')).toBe(
    'Changed the name of B from A to B'
  )
  const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c,*c,*c,*c,*c]\n`
  expect(editSubject('rules/tables/bomb.yaml', bomb, bomb.replace('d:', 'e:'))).toBe('Changed d to e in the table bomb')
  expect(editSubject('world/a.md', 'a', `# ${'x'.repeat(5000)}`).length).toBeLessThanOrEqual(300)
})
