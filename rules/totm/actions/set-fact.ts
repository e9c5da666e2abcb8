import { Draft } from 'proscenium'

export default {
  name: 'set-fact',
  kind: 'set_fact',
  description: 'Record that something is true from now on, under a short name such as "lamp-lit".',
  params: [
    { name: 'fact', type: 'string', description: 'A name in lower case words joined by dashes', required: true },
    { name: 'text', type: 'string', description: 'What is true now, in a sentence that everybody hears; defaults to the name', required: false },
    { name: 'holds', type: 'enum', description: 'Whether it is true; defaults to yes', required: false, enum: ['yes', 'no'] }
  ],
  available: () => true,
  execute(state, _actor, params) {
    const { fact } = params
    if (!/^[a-z0-9]+([-:][A-Za-z0-9]+)*$/.test(fact) || fact.length > 60)
      throw refuse('Name a fact with a few lower case words joined by dashes, such as "lamp-lit".')
    const holds = params.holds !== 'no'
    if (Boolean(state.facts[fact]) === holds) throw refuse(`That is ${holds ? 'already true' : 'not true anyway'}.`)
    const draft = new Draft(state)
    draft.setFact(fact, holds)
    const words = (params.text ?? '').trim()
    draft.say(words === '' ? `${holds ? 'Noted' : 'No longer so'}: ${fact.replaceAll(/[-:]/g, ' ')}.` : words)
    return draft.result()
  }
} satisfies Action<{ fact: string; text?: string; holds?: string }>
