import type { Manifest } from '../../../shared/story/game'
import type { WizardAnswers } from '../../../shared/contract/workshop-calls'
import { FILL_MARK, quoted, yaml } from './marked'

/** The parts of an action's file. `item`: an item that the DM can give; absent in a game without items. */
export interface ActionParts {
  id: string
  label: string
  about: string
  users: Extract<WizardAnswers, { what: 'action' }>['users']
  shape: Extract<WizardAnswers, { what: 'action' }>['shape']
  manifest: Pick<Manifest, 'odds' | 'stats'>
  item: string | undefined
}

const USERS: Readonly<Record<ActionParts['users'], string>> = {
  entry_actions: 'the players between fights',
  combat_actions: 'the players in fights',
  npc_actions: 'characters that the DM plays in fights',
  dm_actions: 'the DM'
}

/** The label of an action without a name. */
export const UNNAMED = 'New action'

/** The action as a phrase for a sentence: "tries to pray". The default name isn't one. */
const phraseOf = (label: string, isDm: boolean): string =>
  label === UNNAMED ? `${isDm ? '' : 'do '}something new` : label.replaceAll(/[{}]/g, '').replace(/^./u, (first) => first.toLowerCase())

const saveStat = ({ odds, stats }: ActionParts['manifest']): string | undefined => odds.saves.find((stat) => Object.hasOwn(stats, stat))

/** The parts of an action that depend on its users and its shape. */
interface Body {
  params: string[]
  available: string[]
  execute: string[]
}

/** The YAML file of a new action, with the mark at its first text. */
export function yamlAction(parts: ActionParts): string {
  const { id, label, about, users } = parts
  const { params, available, execute } = yamlBody(parts)
  return [
    `# ${label}: for ${USERS[users]}. It is listed in "${users}" of rules/manifest.yaml.`,
    '# The editor offers and explains every word of this file (Ctrl+Space). Try it (Alt+T) shows what it does.',
    `name: ${yaml(id)}`,
    `description: ${yaml(about)}`,
    ...(params.length > 0
      ? ['# What has to be chosen. Without a choice, the action is not offered.', 'params:', ...params.map((line) => `  ${line}`)]
      : []),
    ...(available.length > 0 ? ['# All of these must hold.', 'available:', ...available.map((line) => `  ${line}`)] : []),
    '# The effects, in order. {actor.name} is the character who takes the action.',
    'execute:',
    ...execute.map((line) => `  ${line}`),
    ''
  ].join('\n')
}

function yamlBody(parts: ActionParts): Body {
  const { users, label, item } = parts
  const isDm = users === 'dm_actions'
  const phrase = phraseOf(label, isDm)
  const inCombat = users === 'combat_actions' || users === 'npc_actions'
  const shape = isDm && parts.shape === 'item' && item === undefined ? 'tell' : parts.shape
  const who = isDm ? '{who.name}' : '{actor.name}'
  const target = isDm
    ? '- { name: who, type: target, from: players_here, required: true, description: Which player }'
    : '- { name: who, type: target, from: people_here, required: true, description: Whom }'
  const present = isDm ? 'target_present: { kind: player }' : 'target_present: true'
  const time = isDm || inCombat ? [] : ['pass_time: 10']
  const available = isDm ? ['in_combat: false'] : [`in_combat: ${inCombat}`]
  switch (shape) {
    case 'tell':
      return {
        params: [],
        available,
        execute: [...time, `say: ${yaml(isDm ? `${FILL_MARK}It happens: ${phrase}.` : `${FILL_MARK}{actor.name} tries to ${phrase}.`)}`]
      }
    case 'person':
      return {
        params: [target],
        available: [...available, present],
        execute: [
          ...time,
          `say: ${yaml(isDm ? `${FILL_MARK}It happens to {who.name}: ${phrase}.` : `${FILL_MARK}{actor.name} turns to {who.name}: ${phrase}.`)}`
        ]
      }
    case 'item':
      return isDm
        ? {
            params: [target, `- { name: item, type: enum, enum: [${yaml(item ?? '')}], required: true, description: What they get }`],
            available: [...available, present],
            execute: ['add_item: { item: "{item}", target: "{who}" }', `say: ${yaml(`${FILL_MARK}{who.name} gets something: ${phrase}.`)}`]
          }
        : {
            params: ['- { name: item, type: enum, from: inventory, required: true, description: What to use up }'],
            available: [...available, 'has_item: true'],
            execute: [...time, 'remove_item: "{item}"', `say: ${yaml(`${FILL_MARK}{actor.name} uses the {item.name} up to ${phrase}.`)}`]
          }
    default: {
      const stat = saveStat(parts.manifest)
      const roll = stat === undefined ? ['roll:', '  dice: 2d6', '  over: 8'] : ['save:', `  stat: ${yaml(stat)}`]
      return {
        params: isDm ? [target] : [],
        available: isDm ? [...available, present] : available,
        execute: [
          ...time,
          ...roll,
          ...(isDm && stat !== undefined ? ['  target: "{who}"'] : []),
          '  success:',
          `    - { say: ${yaml(`${FILL_MARK}${who} manages to ${phrase}.`)} }`,
          '  failure:',
          `    - { say: ${yaml(`${who} does not manage to ${phrase}.`)} }`
        ]
      }
    }
  }
}

/** The TypeScript file of a new action, with the mark at its first text. */
export function typescriptAction(parts: ActionParts): string {
  const { id, label, about, users } = parts
  const { imports, declared, params, available, execute } = typescriptBody(parts)
  return [
    `import { ${imports.toSorted((a, b) => a.localeCompare(b, 'en')).join(', ')} } from 'proscenium'`,
    '',
    `/** ${label.replaceAll('*/', '* /')}: for ${USERS[users]}. It is listed in "${users}" of rules/manifest.yaml. */`,
    'export default {',
    `  name: ${quoted(id)},`,
    `  description: ${quoted(about)},`,
    ...params.map((line) => `  ${line}`),
    '  // True, or the reason why not, as a clause. The designer sees it; players are offered only what is available.',
    '  available(state, actor) {',
    ...available.map((line) => `    ${line}`),
    '  },',
    `  execute(state, actor${declared === '' ? '' : ', params'}) {`,
    '    const draft = new Draft(state)',
    ...execute.map((line) => `    ${line}`),
    '    return draft.result()',
    '  }',
    `} satisfies Action${declared}`,
    ''
  ].join('\n')
}

/** A log line with the names of the characters in it. */
const line = (text: string): string => text.replaceAll(/[`\\]|\$(?=\{)/g, String.raw`\$&`)

function typescriptBody(parts: ActionParts): Body & { imports: string[]; declared: string } {
  const { users, manifest, label } = parts
  const isDm = users === 'dm_actions'
  const phrase = line(phraseOf(label, isDm))
  const inCombat = users === 'combat_actions' || users === 'npc_actions'
  const shape = isDm && parts.shape === 'item' && parts.item === undefined ? 'tell' : parts.shape
  const fight = inCombat ? "if (!state.combat) return 'there is no fight'" : "if (state.combat) return 'a fight is under way'"
  const time = isDm || inCombat ? [] : ['draft.passTime(10)']
  const comment = '// Told to everybody. Write here what can be seen and heard.'
  const people = isDm ? 'partyNear(state, actor)' : 'peopleAt(state, placeOf(state, actor)).filter((id) => id !== actor)'
  const peopleImports = isDm ? ['partyNear'] : ['peopleAt', 'placeOf']
  const choosing = (more: readonly string[] = []): string[] => [
    'params(state, actor) {',
    `  const people = ${people}`,
    ...more,
    `  return [{ name: 'target', type: 'target', description: '${isDm ? 'Which player' : 'Whom'}', required: true, enum: people, labels: called(state, people) }${more.length > 0 ? ", { name: 'item', type: 'enum', description: 'What they get', required: true, enum: things }" : ''}]`,
    '},'
  ]
  const somebody = `return ${people}.length > 0 || '${isDm ? 'no player is here' : 'nobody else is here'}'`
  const able = isDm ? [] : ['if (!canAct(state, actor)) return "they can\'t act"']
  const base = isDm ? ['Draft'] : ['canAct', 'Draft']
  const name = isDm ? 'draft.actor(params.target).name' : 'draft.actor(actor).name'
  switch (shape) {
    case 'tell':
      return {
        imports: base,
        declared: '',
        params: ['params: [],'],
        available: [fight, ...able, 'return true'],
        execute: [
          comment,
          isDm ? `draft.say(\`${FILL_MARK}It happens: ${phrase}.\`)` : `draft.say(\`${FILL_MARK}\${${name}} tries to ${phrase}.\`)`,
          ...time
        ]
      }
    case 'person':
      return {
        imports: [...base, 'called', ...peopleImports],
        declared: '<{ target: string }>',
        params: choosing(),
        available: [fight, ...able, somebody],
        execute: [
          'const target = draft.actor(params.target)',
          comment,
          isDm
            ? `draft.say(\`${FILL_MARK}It happens to \${target.name}: ${phrase}.\`)`
            : `draft.say(\`${FILL_MARK}\${${name}} turns to \${target.name}: ${phrase}.\`)`,
          ...time
        ]
      }
    case 'item':
      if (isDm)
        return {
          imports: [...base, 'called', 'itemName', ...peopleImports],
          declared: '<{ target: string; item: string }>',
          params: choosing(['  const things = Object.keys(game.equipment)']),
          available: [fight, somebody],
          execute: [
            'const entry = { item: params.item }',
            `if (!draft.roomFor(params.target, entry)) throw refuse(\`\${${name}} can carry no more.\`)`,
            'draft.addItem(params.target, params.item, entry)',
            comment,
            `draft.say(\`${FILL_MARK}\${${name}} gets the \${itemName(entry)}: ${phrase}.\`)`
          ]
        }
      return {
        imports: [...base, 'itemName'],
        declared: '<{ item: string }>',
        params: [
          'params(state, actor) {',
          '  const carried = Object.entries(state.actors[actor]?.inventory ?? {})',
          '  const labels = Object.fromEntries(carried.map(([key, entry]) => [key, itemName(entry)]))',
          "  return [{ name: 'item', type: 'enum', description: 'What to use up', required: true, enum: Object.keys(labels), labels }]",
          '},'
        ],
        available: [fight, ...able, "return Object.keys(state.actors[actor]?.inventory ?? {}).length > 0 || 'they carry nothing'"],
        execute: [
          'const entry = draft.removeItem(actor, params.item, 1)',
          "if (!entry) throw refuse('That is not carried.')",
          comment,
          `draft.say(\`${FILL_MARK}\${${name}} uses the \${itemName(entry)} up to ${phrase}.\`)`,
          ...time
        ]
      }
    default: {
      const stat = saveStat(manifest)
      const of = isDm ? 'params.target' : 'actor'
      return {
        imports: [...base, ...(isDm ? ['called', ...peopleImports] : []), ...(stat === undefined ? [] : ['save'])],
        declared: isDm ? '<{ target: string }>' : '',
        params: isDm ? choosing() : ['params: [],'],
        available: isDm ? [fight, somebody] : [fight, ...able, 'return true'],
        execute: [
          stat === undefined
            ? `const isDone = roll('2d6', { over: 8, target: ${of} }).outcome === 'success'`
            : `const isDone = save(draft, ${of}, ${quoted(stat)})`,
          comment,
          `draft.say(isDone ? \`${FILL_MARK}\${${name}} manages to ${phrase}.\` : \`\${${name}} does not manage to ${phrase}.\`)`,
          ...time
        ]
      }
    }
  }
}
