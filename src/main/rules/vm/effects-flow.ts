// Runs inside the sandbox. The effects of YAML actions that roll, choose and tell.
import { save } from './draft'
import { isObject } from './plain'
import { asMap, type Effect, forEach, holdsNow, onSomebody, TARGET } from './running'
import type { Shape } from './shapes'
import { filledLine, person } from './templates'
import type { Tools } from './tools'

declare const roll: Tools['roll']
declare const rollTable: Tools['rollTable']

const EFFECTS: Shape = { is: 'effects' }
const NUMBER: Shape = { is: 'number', least: Number.MIN_SAFE_INTEGER }
const LINE: Shape = { is: 'text', of: 'a line for readers' }

/** Effects by word. */
export const effectsOfFlow: Readonly<Record<string, Effect>> = {
  apply_effect: {
    about:
      'Applies the effects of an item or anything else that has effects. With `target`, applies them to that character, who is `{actor}` meanwhile.',
    example: '"{item.effect}"',
    takes: onSomebody([EFFECTS], { effect: EFFECTS }, ['effect']),
    run(argument, running) {
      const map = isObject(argument) && Object.hasOwn(argument, 'effect') ? argument : { effect: argument }
      const { target, effect } = map
      if (target === undefined) return running.run(effect, [])
      const { names } = running
      const self = names.get('actor')
      forEach(map, running, (id) => {
        names.set('actor', () => person(running.draft.state, id))
        running.run(effect, ['effect'], id)
      })
      if (self) names.set('actor', self)
    }
  },
  save: {
    about:
      'Rolls a save with the dice of the game and applies the effects under `success` or `failure`, where `{target}` is the character who saved.',
    example: '{ stat: WIL, failure: { add_condition: frightened } }',
    takes: {
      is: 'map',
      fields: { stat: { is: 'name', of: 'stat' }, label: { is: 'text', of: 'a text' }, success: EFFECTS, failure: EFFECTS, target: TARGET },
      needs: ['stat']
    },
    run(argument, running) {
      const map = asMap(argument, 'stat')
      forEach(map, running, (id) => {
        const outcome = save(running.draft, id, String(map['stat']), ...(typeof map['label'] === 'string' ? [map['label']] : []))
          ? 'success'
          : 'failure'
        if (map[outcome] !== undefined) running.run(map[outcome], [outcome])
      })
    }
  },
  roll: {
    about: 'Rolls dice; from then on `{roll.total}` is the result. With `under` or `over` the roll succeeds at or under, or at or over, that number.',
    example: '{ dice: 2d6, over: 8, success: { say: Luck. }, failure: { damage: 1 } }',
    takes: {
      is: 'either',
      of: [
        { is: 'dice' },
        {
          is: 'map',
          fields: { dice: { is: 'dice' }, label: { is: 'text', of: 'a text' }, under: NUMBER, over: NUMBER, success: EFFECTS, failure: EFFECTS },
          needs: ['dice']
        }
      ]
    },
    unless(argument) {
      if (!isObject(argument)) return undefined
      const goals = ['under', 'over'].filter((key) => argument[key] !== undefined).length
      if (goals > 1) return 'has both "under" and "over". Remove one of them'
      return goals === 0 && (argument['success'] !== undefined || argument['failure'] !== undefined)
        ? 'needs "under" or "over" to succeed or fail'
        : undefined
    },
    run(argument, running) {
      const map = asMap(argument, 'dice')
      const { label, under, over } = map
      const rolled = roll(String(map['dice']), {
        target: running.actor,
        ...(typeof label === 'string' ? { label } : {}),
        ...(typeof under === 'number' ? { under } : {}),
        ...(typeof over === 'number' ? { over } : {})
      })
      const { outcome } = rolled
      // The total is read only where it is used, because exact odds distinguish no more than a rule reads.
      running.names.set('roll', () => rolled)
      if (outcome !== undefined && map[outcome] !== undefined) running.run(map[outcome], [outcome])
    }
  },
  roll_table: {
    about:
      "Rolls on a table; from then on `{row.text}`, `{row.total}` and the row's other keys can be used. The row's effects are applied unless `apply` is false.",
    example: 'mishap',
    takes: {
      is: 'either',
      of: [
        { is: 'name', of: 'table' },
        { is: 'map', fields: { table: { is: 'name', of: 'table' }, apply: { is: 'boolean' } }, needs: ['table'] }
      ]
    },
    run(argument, running) {
      const map = asMap(argument, 'table')
      const row = rollTable(String(map['table']))
      running.names.set('row', () => row)
      if (map['apply'] !== false && 'effect' in row) running.run(row['effect'], [])
    }
  },
  if: {
    about: 'Checks conditions at that moment and applies the effects under `then` beside it, or else those under `else`.',
    example: '{ fact: bridge }',
    takes: { is: 'conditions' },
    run(argument, running, beside) {
      const branch = holdsNow(argument, running) ? 'then' : 'else'
      if (beside[branch] !== undefined) running.run(beside[branch], ['..', branch])
    }
  },
  // This is a word, not a function, so nothing takes the object for a promise.
  // oxlint-disable-next-line unicorn/no-thenable
  then: {
    about: 'The effects when the conditions of `if` hold.',
    example: '{ say: It holds. }',
    takes: EFFECTS,
    beside: 'if',
    run: () => undefined
  },
  else: {
    about: 'The effects when the conditions of `if` do not hold.',
    example: '{ say: It breaks. }',
    takes: EFFECTS,
    beside: 'if',
    run: () => undefined
  },
  say: {
    about: 'Tells readers a line; from a list, the next line each time the action is played in a session.',
    example: '"{actor.name} kneels."',
    takes: { is: 'either', of: [LINE, { is: 'list', each: LINE }] },
    run(argument, running) {
      const lines = (Array.isArray(argument) ? argument : [argument]).map(String)
      const line = lines[(running.draft.state.table.played[running.action] ?? 0) % lines.length] ?? ''
      running.said.push(filledLine(line, running.names))
    }
  }
}
