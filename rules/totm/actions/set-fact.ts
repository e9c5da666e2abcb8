import { Draft } from 'proscenium'

export default {
  name: 'set-fact',
  description: 'Set down that something is so from now on, by a short name such as "lamp-lit".',
  params: [
    { name: 'fact', type: 'string', description: 'Lower case words joined by dashes', required: true },
    { name: 'holds', type: 'enum', description: 'Whether it is so; yes when left out', required: false, enum: ['yes', 'no'] }
  ],
  available: () => true,
  execute(state, _actor, params) {
    const fact = String(params['fact'])
    if (!/^[a-z0-9]+([-:][A-Za-z0-9]+)*$/.test(fact) || fact.length > 60)
      throw refuse('Name a fact with a few lower case words joined by dashes, such as "lamp-lit".')
    const holds = params['holds'] !== 'no'
    if (Boolean(state.facts[fact]) === holds) throw refuse(`That is ${holds ? 'already' : 'not'} so.`)
    const draft = new Draft(state)
    draft.fact(fact, holds)
    draft.say(`From now on ${fact.replaceAll('-', ' ')} is ${holds ? '' : 'not '}so.`)
    return draft.result()
  }
} satisfies Action
