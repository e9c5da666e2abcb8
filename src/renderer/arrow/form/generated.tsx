import type { ReactElement } from 'react'
import { type ArrowValue, dataOf, GENERATORS, listOf, setData, textOf as asText, type VariableType } from '../../../arrow'
import { edit } from '../edits'
import { LiveCheck, LiveSelect, LiveText } from './controls'
import { SentenceLine } from './logic'
import { chosen, VariablePicker } from './pickers'
import { formTexts } from './form-texts'
import { ListFields, numberOf, set, textOf, type FieldsProps, type ListField } from './values'

const t = formTexts.fields

const RANDOM_NUMBER = [0, 100, false, true, true] as const
const RANDOM_CHARACTERS = ['', 8] as const
/** The initial values of a generator, by method. */
const ARGUMENTS: Readonly<Record<string, ArrowValue | undefined>> = { randi: RANDOM_NUMBER, ascii: RANDOM_CHARACTERS, strst: '' }
const METHODS: Readonly<Record<VariableType, string>> = { num: 'randi', str: 'strst', bool: 'rnbln' }
/** The initial values of a user input, by the type of its variable. */
const CUSTOM: Readonly<Record<VariableType, readonly ArrowValue[]>> = { str: ['', '', ''], num: [-100, 100, 1, 0], bool: ['No', 'Yes', false] }
const CUSTOM_ROWS: Readonly<Record<VariableType, readonly (readonly ListField[])[]>> = {
  str: [[{ at: 0, label: 'Pattern the answer must match', isMono: true }], [{ at: 1, label: t.default_input }], [{ at: 2, label: 'Placeholder' }]],
  num: [
    [
      { at: 0, label: 'Minimum' },
      { at: 1, label: 'Maximum' }
    ],
    [
      { at: 2, label: 'Step' },
      { at: 3, label: t.default_input }
    ]
  ],
  bool: [
    [{ at: 0, label: 'Label for “no”', isStory: true }],
    [{ at: 1, label: 'Label for “yes”', isStory: true }],
    [{ at: 2, label: 'Yes by default' }]
  ]
}
const CHARACTERS_ROWS = [[{ at: 0, label: 'Characters to choose from', hint: 'Leave empty for letters and digits.' }], [{ at: 1, label: 'Length' }]]
const RANGE_ROWS = [
  [
    { at: 0, label: 'From', least: 0 },
    { at: 1, label: 'To', least: 0 }
  ]
]

interface TypedProps extends FieldsProps {
  /** The members that depend on the type of the variable. */
  settle: (type: VariableType) => Readonly<Record<string, ArrowValue | undefined>>
}

/** Sets the variable of a generator or an input; members that depend on its type are adapted. */
const TypedVariable = ({ document, id, node, settle }: TypedProps): ReactElement => (
  <VariablePicker
    document={document}
    value={numberOf(node, 'variable')}
    isFirst={node.type === 'generator'}
    onChoose={(choice) =>
      edit((now) => {
        const picked = chosen(now, 'variable', choice)
        const type = picked.document.resources.variables.get(picked.id)?.type
        const before = now.resources.variables.get(numberOf(node, 'variable'))?.type
        return setData(picked.document, id, { variable: picked.id, ...(type !== undefined && type !== before ? settle(type) : {}) })
      })
    }
  />
)

/** The fields of a generator. */
export function GeneratorFields(props: FieldsProps): ReactElement {
  const { document, id, node } = props
  const type = document.resources.variables.get(numberOf(node, 'variable'))?.type
  const method = textOf(node, 'method')
  return (
    <>
      <SentenceLine document={document} node={node} />
      <TypedVariable {...props} settle={(next) => ({ method: METHODS[next], arguments: ARGUMENTS[METHODS[next]] })} />
      {type && (
        <LiveSelect
          label="Generates"
          value={method}
          options={Object.entries(GENERATORS[type]).map(([value, label]) => ({ value, label }))}
          onChange={(next) => set(id, { method: next, arguments: ARGUMENTS[next] })}
        />
      )}
      {method === 'randi' && <NumberFields {...props} />}
      {method === 'ascii' && <ListFields {...props} member="arguments" standard={RANDOM_CHARACTERS} rows={CHARACTERS_ROWS} />}
      {method === 'strst' && (
        <LiveText
          label="Texts, one on each line"
          lines={3}
          value={asText(dataOf(node, 'arguments')).split('|').join('\n')}
          onChange={(text) => set(id, { arguments: text.split('\n').join('|') })}
          isStory
        />
      )}
    </>
  )
}

/** The range of a random number, and which numbers of it are drawn. */
function NumberFields(props: FieldsProps): ReactElement {
  const { id, node } = props
  const [from = 0, to = 100, negative = false, evenGiven, oddGiven] = listOf(dataOf(node, 'arguments'))
  const [even, odd] = [evenGiven !== false, oddGiven !== false]
  const draw = (isEven: boolean, isOdd: boolean): boolean => set(id, { arguments: [from, to, negative, isEven, isOdd] })
  const fields = { ...props, member: 'arguments', standard: RANDOM_NUMBER }
  return (
    <>
      <ListFields {...fields} rows={RANGE_ROWS} />
      <LiveCheck label="Even numbers only" value={even && !odd} onChange={(isOn) => draw(true, !isOn)} />
      <LiveCheck label="Odd numbers only" value={odd && !even} onChange={(isOn) => draw(!isOn, true)} />
      <ListFields {...fields} rows={[[{ at: 2, label: 'Negative' }]]} />
    </>
  )
}

/** The fields of a user input: its question, and the control for the answer, by the type of its variable. */
export function InputFields(props: FieldsProps): ReactElement {
  const { document, id, node } = props
  const type = document.resources.variables.get(numberOf(node, 'variable'))?.type
  return (
    <>
      <LiveText
        label="Question"
        lines={2}
        hint={'{name} shows a variable, {character.tag} a tag.'}
        value={textOf(node, 'prompt')}
        onChange={(prompt) => set(id, { prompt })}
        isStory
        isFirst
      />
      <TypedVariable {...props} settle={(next) => ({ custom: CUSTOM[next] })} />
      {type && <ListFields {...props} member="custom" standard={CUSTOM[type]} rows={CUSTOM_ROWS[type]} />}
    </>
  )
}
