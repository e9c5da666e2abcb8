import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Skill } from '../table/skills'
import { checkPlan, orderOf } from './check'
import { MAX_PLAN_CHARACTERS, Plan } from './plan'

const skill = (name: string, more: Partial<Skill> = {}): [string, Skill] => [
  name,
  {
    name,
    description: name,
    inputSchema: { type: 'object' },
    state: [],
    timeoutSeconds: 10,
    runs: 'in-process',
    origin: 'the table',
    misfit: ({ text }) => (typeof text === 'string' ? undefined : `${name} needs "text". Call it again with it.`),
    run: () => Promise.resolve({ success: true, output: {}, stateChanges: [], errors: [] }),
    ...more
  }
]
const SKILLS = new Map([
  skill('narrate'),
  skill('remember'),
  skill('call_on', { endsTurn: true }),
  skill('end_scene', { endsTurn: true }),
  skill('quest', { runs: 'external' })
])

const action = (actionId: string, more: Record<string, unknown> = {}) => ({
  actionId,
  skillName: 'narrate',
  parameters: { text: "The bell of Saint Odo's." },
  ...more
})
const check = (plan: unknown) => checkPlan(typeof plan === 'string' ? plan : JSON.stringify(plan), SKILLS)
const lines = (plan: unknown): string[] => check(plan).violations.map(({ path, rule, message }) => `${path} ${rule} ${message}`)
const ab = (dependencies: Record<string, string[]>) => ({ actions: [action('a'), action('b'), action('c')], dependencies })

describe('a plan is checked before anything runs', () => {
  it.each<[string, unknown, string[]]>([
    ['no actions', { actions: [] }, ['actions shape `actions` must not be empty.']],
    [
      'another key',
      { ...ab({}), mood: 'grim' },
      [" shape The plan can't have `mood`; it can have `reasoning`, `timeoutSeconds`, `dependencies`, `actions`."]
    ],
    [
      'another key of an action',
      { actions: [action('a', { agent: 'x' })] },
      ["actions[0] shape `actions[0]` can't have `agent`; it can have `actionId`, `skillName`, `parameters`, `toolBinary`, `timeoutSeconds`."]
    ],
    [
      'no parameters',
      { actions: [{ actionId: 'a', skillName: 'narrate' }] },
      ['actions[0]/parameters shape `parameters` must be a map of entries, but it is missing.']
    ],
    [
      'no time',
      { actions: [action('a', { timeoutSeconds: 0 })] },
      ['actions[0]/timeoutSeconds shape `timeoutSeconds` must be more than 0, but it is 0.']
    ],
    [
      'one id twice',
      { actions: [action('a'), action('a')] },
      ['actions[1]/actionId unique Another action has the id "a" already. Give each action its own.']
    ],
    [
      'an unknown skill',
      { actions: [action('a', { skillName: 'fly' })] },
      ['actions[0]/skillName skill There is no skill "fly". Choose one of: narrate, remember, call_on, end_scene, quest.']
    ],
    [
      'wrong parameters',
      { actions: [action('a', { parameters: {} })] },
      ['actions[0]/parameters parameters narrate needs "text". Call it again with it.']
    ],
    [
      'a program',
      { actions: [action('a', { toolBinary: '/bin/sh' }), action('b', { skillName: 'quest', toolBinary: 'quest' })] },
      ["actions[0]/toolBinary skill A plan can't choose a program for narrate. Leave out `toolBinary`."]
    ],
    ['a stranger who waits', ab({ z: ['a'] }), ['dependencies/z dependency There is no action "z" in this plan. Leave it out, or correct its id.']],
    ['waiting for a stranger', ab({ a: ['z'] }), ['dependencies/a[0] dependency "a" waits for "z", which is no action of this plan. Leave it out.']],
    ['waiting for itself', ab({ a: ['a'] }), ['dependencies/a[0] cycle "a" waits for itself. Leave that out.']],
    [
      'a cycle, with one behind it',
      ab({ a: ['b'], b: ['a'], c: ['a'] }),
      ['dependencies cycle "a" and "b" wait for each other, so none can begin. Leave out one of the dependencies.']
    ],
    [
      'two ends of the turn',
      { actions: [action('a', { skillName: 'call_on' }), action('b', { skillName: 'end_scene' })] },
      ["actions[1]/skillName turn call_on ends the turn already, so end_scene can't follow. Leave it for the next plan."]
    ],
    [
      'something after the turn',
      { actions: [action('a', { skillName: 'call_on' }), action('b')], dependencies: { b: ['a'] } },
      ['dependencies/b[0] turn "b" can\'t wait for "a": call_on ends the turn. Do it before.']
    ],
    [
      'a reserved key',
      '{"actions":[{"actionId":"a","skillName":"narrate","parameters":{"__proto__":{"x":1}}}]}',
      ['actions[0]/parameters/__proto__ shape `__proto__` is no name for anything: programs reserve it. Leave it out.']
    ],
    [
      'a reserved id',
      '{"actions":[{"actionId":"__proto__","skillName":"narrate","parameters":{}}]}',
      ['actions[0]/actionId shape `__proto__` is no name for anything: programs reserve it. Choose another one.']
    ],
    [
      'a reserved dependency',
      '{"actions":[],"dependencies":{"__proto__":["a"]}}',
      ['dependencies/__proto__ shape `__proto__` is no name for anything: programs reserve it. Leave it out.']
    ],
    ['a list', '[]', [" json The plan isn't JSON. Send it as one JSON object, with `actions`."]],
    ['nothing', '', [' json The plan is empty. Send it as JSON, with `actions`.']],
    ['words', 'I would rather not.', [" json The plan isn't JSON. Send it as one JSON object, with `actions`."]],
    [
      'too much',
      `{"reasoning":"${'x'.repeat(MAX_PLAN_CHARACTERS)}"`,
      [` json The plan is longer than ${MAX_PLAN_CHARACTERS} characters. Send a shorter one.`]
    ],
    ['a pit', `{"actions":${'['.repeat(5000)}`, [' json The plan nests deeper than 100 levels. Send a simpler one.']]
  ])('%s', (_name, plan, wanted) => {
    expect(lines(plan)).toEqual(wanted)
  })

  it('a check reports every violation at once', () => {
    const { violations } = check({ actions: [action('a', { skillName: 'fly' }), action('a', { parameters: {} })], dependencies: { a: ['q'] } })
    expect(violations.map(({ rule }) => rule)).toEqual(['unique', 'skill', 'parameters', 'dependency'])
  })

  it('actions are ordered by their dependencies, and otherwise as listed', () => {
    const { plan } = check(ab({ a: ['c'] }))
    expect(plan && orderOf(plan)).toEqual(['b', 'c', 'a'])
    expect(orderOf({ actions: ['d', 'b', 'a', 'c'].map((id) => action(id)), dependencies: { d: ['c'], b: ['a'] } })).toEqual(['a', 'b', 'c', 'd'])
  })
})

describe('a plan that is almost JSON is repaired once', () => {
  const whole = JSON.stringify({ reasoning: 'First {this}, then "that",]', actions: [action('a'), action('b')], dependencies: { b: ['a'] } })
  it.each<[string, string, string]>([
    ['fenced', `\`\`\`json\n${whole}\n\`\`\``, "The plan wasn't JSON alone: the text around it was left out."],
    ['with words around it', `Here it is:\n${whole}\nGood luck!`, "The plan wasn't JSON alone: the text around it was left out."],
    [
      'with commas too many',
      whole.replace(/\]$/, ',]').replace(/}$/, ' ,\n}'),
      "The plan wasn't JSON alone: commas before a closing bracket were left out."
    ]
  ])('%s', (_name, text, repaired) => {
    const read = check(text)
    expect(read).toMatchObject({ violations: [], repaired })
    expect(read.plan).toEqual(JSON.parse(whole))
  })

  it('a plan that was cut off loses its last action, and the others run one after the other', () => {
    const text = JSON.stringify({ actions: [action('a'), action('b'), action('c')] })
    const third = text.indexOf('{"actionId":"c"')
    for (let end = third; end < text.length - 3; end++) {
      const { plan, repaired } = check(text.slice(0, end))
      expect(plan?.actions.map(({ actionId }) => actionId)).toEqual(['a', 'b'])
      expect(plan?.dependencies).toEqual({ b: ['a'] })
      expect(repaired).toBe('The plan was cut off: its last action was left out, and those before are done one after the other.')
    }
  })

  it('a plan is returned if no whole action is left or its dependencies were cut off', () => {
    expect(lines('{"reasoning":"Well,')).toEqual([' json The plan ends before it is complete. Send a shorter one.'])
    expect(lines('{"actions":[{"actionId":"a","skillNa')).toEqual([' json The plan ends before it is complete. Send a shorter one.'])
    expect(lines(whole.slice(0, -3))).toEqual([' json The plan ends before it is complete. Send a shorter one.'])
  })
})

it('resources/schemas/plan.json is what the schema says; else run npm run schema', async () => {
  const file = join(import.meta.dirname, '../../../resources/schemas/plan.json')
  await expect(`${JSON.stringify(z.toJSONSchema(Plan, { target: 'draft-7', reused: 'ref' }), null, 1)}\n`).toMatchFileSnapshot(file)
  const schema = z.fromJSONSchema(JSON.parse(readFileSync(file, 'utf8')) as Parameters<typeof z.fromJSONSchema>[0])
  expect([schema.safeParse(ab({ b: ['a'] })).success, schema.safeParse({ actions: [] }).success]).toEqual([true, false])
})
