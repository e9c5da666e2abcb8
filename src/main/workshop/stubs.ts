import { capitalised } from '../../shared/words/labels'
import type { MissingName } from '../rules/check/finding'

const labelOf = (id: string): string => capitalised(id.replaceAll('-', ' '))

/** The initial content of a missing thing. Each one passes the check, except for the finding that nothing uses it yet. */
export const STUBS: Readonly<Record<MissingName['kind'], (name: string) => { path: string; text: string; title: string } | undefined>> = {
  action: (name) => ({
    path: `rules/actions/${name}.yaml`,
    title: `Create the action "${name}"`,
    text: `name: ${name}\ndescription: ${labelOf(name)}.\nexecute:\n  - say: '{actor.name} does it.'\n`
  }),
  condition: (name) => ({
    path: `rules/conditions/${name}.yaml`,
    title: `Create the condition "${name}"`,
    text: `name: ${labelOf(name)}\ndescription: Say here what it does.\n`
  }),
  item: (name) => ({
    path: 'rules/equipment/items.yaml',
    title: `Create the item "${name}"`,
    text: `${name}: { name: ${labelOf(name)}, kind: tool, slots: 1 }\n`
  }),
  table: (name) => ({
    path: `rules/tables/${name}.yaml`,
    title: `Create the table "${name}"`,
    text: `name: ${labelOf(name)}\ndice: d6\nrows:\n  1-3: Write here what happens on 1 to 3.\n  4-6: Write here what happens on 4 to 6.\n`
  }),
  stat: () => undefined,
  // A sheet needs a location; `problems.ts` makes it.
  sheet: () => undefined
}
