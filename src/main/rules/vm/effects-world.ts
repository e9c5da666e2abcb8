// Runs inside the sandbox. The effects of YAML actions on places, facts, time and fights.
import { leaveCombat, startCombat } from './fighting'
import { peopleAt, placeOf } from './people'
import { InvalidRuleValue, isObject } from './plain'
import { asMap, type Effect, forEach, onSomebody, TARGET } from './running'
import type { Shape } from './shapes'
import { minutesOf } from './words'

const PLACE: Shape = { is: 'text', of: 'the id of a place' }
const FACT: Shape = { is: 'text', of: 'a fact' }
const TAG: Shape = { is: 'text', of: 'a tag' }
const FLAG: Shape = { is: 'flag' }

/** Effects by word. */
export const effectsOnWorld: Readonly<Record<string, Effect>> = {
  move: {
    about: 'Moves a character to a place, out of the fight if they were in one.',
    example: '{ to: "{way.to}", target: "{who}" }',
    takes: onSomebody([PLACE], { to: PLACE }, ['to']),
    run(argument, running) {
      const map = asMap(argument, 'to')
      const to = String(map['to'])
      const { draft } = running
      if (!Object.hasOwn(draft.state.places, to)) throw new InvalidRuleValue(`uses the place "${to}", which this campaign doesn't have`)
      forEach(map, running, (id) => {
        if (draft.actor(id).location === to) return
        draft.put(['actors', id, 'location'], to)
        leaveCombat(draft, id)
      })
    }
  },
  set_fact: {
    about: 'Makes a fact true, or each of a list, or sets facts to values.',
    example: '{ candles: 3 }',
    takes: { is: 'either', of: [FACT, { is: 'list', each: FACT }, { is: 'map', fields: {}, rest: { key: FACT, value: FLAG } }] },
    run(argument, { draft }) {
      if (isObject(argument)) for (const [id, value] of Object.entries(argument)) draft.put(['facts', id], value)
      else for (const id of Array.isArray(argument) ? argument : [argument]) draft.setFact(String(id))
    }
  },
  set_tag: {
    about: 'Gives a character, or a `place`, a tag; the value `false` removes it.',
    example: '{ tag: lit, place: "{place}" }',
    takes: onSomebody([TAG], { tag: TAG, value: FLAG, place: PLACE }, ['tag']),
    run(argument, running) {
      const map = asMap(argument, 'tag')
      const { tag, place, value = true } = map
      const newValue = value === false ? null : value
      if (typeof place === 'string') {
        if (!Object.hasOwn(running.draft.state.places, place))
          throw new InvalidRuleValue(`uses the place "${place}", which this campaign doesn't have`)
        running.draft.put(['places', place, 'tags', String(tag)], newValue)
      } else forEach(map, running, (id) => running.draft.put(['actors', id, 'tags', String(tag)], newValue))
    }
  },
  pass_time: {
    about: 'Lets time pass for everybody: minutes, or a span such as `"2 hours"`.',
    example: '10',
    takes: {
      is: 'either',
      of: [
        { is: 'number', least: 0 },
        { is: 'text', of: 'a span such as "2 hours"', pattern: '^[0-9]+( *- *[0-9]+)? *(minute|hour|day)s?$' }
      ]
    },
    run: (argument, { draft }) => draft.passTime(typeof argument === 'number' ? argument : minutesOf(String(argument)))
  },
  start_combat: {
    about:
      'Starts a fight here between the party and the characters named. With `save`, party members who make it act before them and the others after; without it, the party acts first.',
    example: '{ foes: "{who}", save: DEX }',
    takes: {
      is: 'either',
      of: [...(TARGET.is === 'either' ? TARGET.of : []), { is: 'map', fields: { foes: TARGET, save: { is: 'name', of: 'stat' } }, needs: ['foes'] }]
    },
    run(argument, running) {
      const { foes, save } = asMap(argument, 'foes')
      const { draft } = running
      if (draft.state.combat) throw new InvalidRuleValue('starts a fight during a fight')
      const place = placeOf(draft.state, running.actor)
      const against = (Array.isArray(foes) ? foes : [foes]).map(String)
      const absent = against.find((id) => !peopleAt(draft.state, place).includes(id))
      if (absent !== undefined) throw new InvalidRuleValue(`starts a fight with "${absent}", who is not here`)
      startCombat(draft, place, against, typeof save === 'string' ? save : undefined)
    }
  },
  end_combat: {
    about: 'Ends the fight, if there is one.',
    example: 'true',
    takes: { is: 'boolean' },
    run(argument, { draft }) {
      if (argument === true && draft.state.combat) draft.put(['combat'], null)
    }
  },
  follow_up: {
    about: 'The same character takes another action at once; if that is refused, this one is too.',
    example: 'end-combat',
    takes: { is: 'name', of: 'action' },
    run: (argument, { actor, follow }) => follow.push({ action: String(argument), actor })
  }
}
