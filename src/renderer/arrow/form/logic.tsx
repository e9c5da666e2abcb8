import type { ReactElement } from 'react'
import {
  type ArrowId,
  type ArrowNode,
  type ArrowValue,
  CONDITIONS,
  dataOf,
  listOf,
  nodeWords,
  setData,
  textOf as asText,
  UPDATES,
  type VariableType
} from '../../../arrow'
import { edit } from '../edits'
import { SentenceView } from '../graph/views'
import { formTexts } from './form-texts'
import { LiveNumber, LiveSelect, LiveText, type LiveProps } from './controls'
import { numberOf, set, setResource, textOf, type FieldsProps } from './values'
import { chosen, VariablePicker, type ResourceChoice } from './pickers'

const t = formTexts.fields

/** The initial value for each type of variable. */
export const ZERO: Readonly<Record<VariableType, ArrowValue>> = { num: 0, str: '', bool: false }

/** Sets the variable of a node; operator and value are adapted if its type differs. */
const setVariable = (id: ArrowId, node: ArrowNode, choice: ResourceChoice, operators: typeof CONDITIONS): boolean =>
  edit((document) => {
    const picked = chosen(document, 'variable', choice)
    const type = picked.document.resources.variables.get(picked.id)?.type
    const before = document.resources.variables.get(numberOf(node, 'variable'))?.type
    if (type === undefined || type === before) return setData(picked.document, id, { variable: picked.id })
    const [first = 'eq'] = Object.keys(operators[type])
    const operator = Object.hasOwn(operators[type], textOf(node, 'operator')) ? textOf(node, 'operator') : first
    return setData(picked.document, id, { variable: picked.id, operator, with: [0, ZERO[type]] })
  })

/** The node's sentence, above its fields. */
export const SentenceLine = ({ document, node }: Pick<FieldsProps, 'document' | 'node'>): ReactElement => (
  <p className="arrow-sentence arrow-words">
    <SentenceView words={nodeWords(document, node) ?? []} />
  </p>
)

export const ConditionFields = (props: FieldsProps): ReactElement => (
  <ComparedFields {...props} operators={CONDITIONS} label="Is" valueLabel="Compare with" />
)
export const UpdateFields = (props: FieldsProps): ReactElement => <ComparedFields {...props} operators={UPDATES} label="Change" valueLabel="Use" />

function ComparedFields({
  operators,
  label,
  valueLabel,
  ...props
}: FieldsProps & { operators: typeof CONDITIONS; label: string; valueLabel: string }): ReactElement {
  const { document, id, node } = props
  const own = numberOf(node, 'variable')
  const type = document.resources.variables.get(own)?.type
  const words = type ? Object.entries(operators[type]) : []
  const options = words.map(([value, text]) => ({
    value,
    label: text.replace('{v}', document.resources.variables.get(own)?.name ?? '…').replace('{x}', '…')
  }))
  return (
    <>
      <SentenceLine document={document} node={node} />
      <VariablePicker document={document} value={own} onChoose={(choice) => setVariable(id, node, choice, operators)} isFirst />
      {type && (
        <>
          <LiveSelect label={label} value={textOf(node, 'operator')} options={options} onChange={(operator) => set(id, { operator })} />
          <OperandFields {...props} own={own} type={type} label={valueLabel} />
        </>
      )}
    </>
  )
}

/** The operand of a condition or an update: a value of the variable's type, another variable, or the variable's own initial value. */
function OperandFields({ document, id, node, own, type, label }: FieldsProps & { own: ArrowId; type: VariableType; label: string }): ReactElement {
  const [mode, value] = listOf(dataOf(node, 'with'))
  const kind = mode !== 1 ? 'value' : value === own ? 'own' : 'variable'
  const put = (next: ArrowValue): boolean => set(id, { with: next })
  return (
    <>
      <LiveSelect
        label={label}
        value={kind}
        options={[
          { value: 'value', label: 'a value' },
          { value: 'variable', label: t.aVariable },
          { value: 'own', label: 'its initial value' }
        ]}
        onChange={(next) => put(next === 'value' ? [0, ZERO[type]] : [1, next === 'own' ? own : -1])}
      />
      {kind === 'value' && <ValueField type={type} value={value ?? null} label="Value" onChange={(next) => put([0, next])} />}
      {kind === 'variable' && (
        <VariablePicker
          document={document}
          value={typeof value === 'number' ? value : -1}
          only={type}
          label={t.aVariable}
          onChoose={(choice) => setResource(id, 'with', 'variable', choice, (variable) => [1, variable])}
        />
      )}
    </>
  )
}

interface ValueProps extends Omit<LiveProps<ArrowValue>, 'onChange'> {
  type: VariableType
  onChange: (value: number | string | boolean) => void
}

/** A value of a variable's type. */
export function ValueField({ type, value, ...props }: ValueProps): ReactElement {
  if (type === 'num') return <LiveNumber {...props} value={typeof value === 'number' ? value : 0} />
  if (type === 'str') return <LiveText {...props} value={asText(value)} />
  const options = ['true', 'false'] as const
  return (
    <LiveSelect
      {...props}
      value={value === true ? 'true' : 'false'}
      options={options.map((one) => ({ value: one, label: t[one] }))}
      onChange={(next) => props.onChange(next === 'true')}
    />
  )
}
