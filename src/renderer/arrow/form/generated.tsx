import type { ReactElement } from 'react'
import { type ArrowValue, dataOf, GENERATORS, setData, type VariableType } from '../../../arrow'
import { edit } from '../edits'
import { formTexts } from './texts'
import { LiveCheck, LiveNumber, LiveSelect, LiveText } from './controls'
import { listOf, numberOf, set, textOf, type FieldsProps } from './values'
import { SentenceLine } from './logic'
import { chosen, VariablePicker } from './pickers'

const t = formTexts.fields

/** The initial values of a generator, by method. */
const ARGUMENTS: Readonly<Record<string, ArrowValue | undefined>> = {
  randi: [0, 100, false, true, true],
  ascii: ['', 8],
  strst: '',
  rnbln: undefined
}
const METHODS: Readonly<Record<VariableType, string>> = { num: 'randi', str: 'strst', bool: 'rnbln' }
/** The initial values of a user input, by the type of its variable. */
const CUSTOM: Readonly<Record<VariableType, ArrowValue>> = { str: ['', '', ''], num: [-100, 100, 1, 0], bool: ['No', 'Yes', false] }

/** Sets the variable of a generator or an input; members that depend on its type are adapted. */
const setTyped = (props: FieldsProps, settle: (type: VariableType) => Readonly<Record<string, ArrowValue | undefined>>): ReactElement => {
  const { document, id, node, isClosed } = props
  return (
    <VariablePicker
      document={document}
      value={numberOf(node, 'variable')}
      isClosed={isClosed}
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
}

/** The fields of a generator. */
export function GeneratorFields(props: FieldsProps): ReactElement {
  const { document, id, node, isClosed } = props
  const type = document.resources.variables.get(numberOf(node, 'variable'))?.type
  const method = textOf(node, 'method')
  return (
    <>
      <SentenceLine document={document} node={node} />
      {setTyped(props, (next) => ({ method: METHODS[next], arguments: ARGUMENTS[METHODS[next]] }))}
      {type && (
        <LiveSelect
          label={t.method}
          value={method}
          options={Object.entries(GENERATORS[type]).map(([value, label]) => ({ value, label }))}
          onChange={(next) => set(id, { method: next, arguments: ARGUMENTS[next] })}
          isClosed={isClosed}
        />
      )}
      <ArgumentFields {...props} method={method} />
    </>
  )
}

function ArgumentFields({ id, node, isClosed, method }: FieldsProps & { method: string }): ReactElement | null {
  const argumentList = dataOf(node, 'arguments')
  const args = listOf(argumentList)
  const put = (index: number, value: ArrowValue, standard: readonly ArrowValue[]): void => {
    set(id, { arguments: standard.map((one, k) => (k === index ? value : (args[k] ?? one))) })
  }
  const number = (value: ArrowValue | undefined, standard: number): number => (typeof value === 'number' ? value : standard)
  if (method === 'randi') {
    const standard = [0, 100, false, true, true]
    const [negative, even, odd] = [args[2] === true, args[3] !== false, args[4] !== false]
    return (
      <>
        <div className="numbers-row">
          <LiveNumber label={t.from} value={number(args[0], 0)} onChange={(n) => put(0, Math.max(0, n), standard)} isClosed={isClosed} />
          <LiveNumber label={t.upTo} value={number(args[1], 100)} onChange={(n) => put(1, Math.max(0, n), standard)} isClosed={isClosed} />
        </div>
        <LiveCheck
          label={t.even}
          isOn={even && !odd}
          onChange={(isOn) => set(id, { arguments: [number(args[0], 0), number(args[1], 100), negative, true, !isOn] })}
          isClosed={isClosed}
        />
        <LiveCheck
          label={t.odd}
          isOn={odd && !even}
          onChange={(isOn) => set(id, { arguments: [number(args[0], 0), number(args[1], 100), negative, !isOn, true] })}
          isClosed={isClosed}
        />
        <LiveCheck label={t.negative} isOn={negative} onChange={(isOn) => put(2, isOn, standard)} isClosed={isClosed} />
      </>
    )
  }
  if (method === 'ascii')
    return (
      <>
        <LiveText
          label={t.pool}
          hint={t.poolHint}
          value={typeof args[0] === 'string' ? args[0] : ''}
          onChange={(pool) => put(0, pool, ['', 8])}
          isClosed={isClosed}
        />
        <LiveNumber label={t.length} value={number(args[1], 8)} onChange={(n) => put(1, n, ['', 8])} isClosed={isClosed} />
      </>
    )
  if (method === 'strst')
    return (
      <LiveText
        label={t.texts}
        lines={3}
        value={typeof argumentList === 'string' ? argumentList.split('|').join('\n') : ''}
        onChange={(text) => set(id, { arguments: text.split('\n').join('|') })}
        isClosed={isClosed}
        isStory
      />
    )
  return null
}

/** The fields of a user input: its question, and the control for the answer, by the type of its variable. */
export function InputFields(props: FieldsProps): ReactElement {
  const { document, id, node, isClosed } = props
  const type = document.resources.variables.get(numberOf(node, 'variable'))?.type
  const custom = listOf(dataOf(node, 'custom'))
  const put = (index: number, value: ArrowValue): void => {
    const standard = type ? listOf(CUSTOM[type]) : []
    set(id, { custom: standard.map((one, k) => (k === index ? value : (custom[k] ?? one))) })
  }
  const text = (index: number): string => (typeof custom[index] === 'string' ? custom[index] : '')
  const number = (index: number, standard: number): number => (typeof custom[index] === 'number' ? custom[index] : standard)
  return (
    <>
      <LiveText
        label={t.prompt}
        lines={2}
        hint={t.exposes}
        value={textOf(node, 'prompt')}
        onChange={(prompt) => set(id, { prompt })}
        isClosed={isClosed}
        isStory
        isFirst
      />
      {setTyped(props, (next) => ({ custom: CUSTOM[next] }))}
      {type === 'str' && (
        <>
          <LiveText label={t.pattern_input} value={text(0)} onChange={(value) => put(0, value)} isClosed={isClosed} isMono />
          <LiveText label={t.default_input} value={text(1)} onChange={(value) => put(1, value)} isClosed={isClosed} />
          <LiveText label={t.placeholder} value={text(2)} onChange={(value) => put(2, value)} isClosed={isClosed} />
        </>
      )}
      {type === 'num' && (
        <>
          <div className="numbers-row">
            <LiveNumber label={t.min} value={number(0, -100)} onChange={(n) => put(0, n)} isClosed={isClosed} />
            <LiveNumber label={t.max} value={number(1, 100)} onChange={(n) => put(1, n)} isClosed={isClosed} />
          </div>
          <div className="numbers-row">
            <LiveNumber label={t.step} value={number(2, 1)} onChange={(n) => put(2, n)} isClosed={isClosed} />
            <LiveNumber label={t.default_input} value={number(3, 0)} onChange={(n) => put(3, n)} isClosed={isClosed} />
          </div>
        </>
      )}
      {type === 'bool' && (
        <>
          <LiveText label={t.no} value={text(0)} onChange={(value) => put(0, value)} isClosed={isClosed} isStory />
          <LiveText label={t.yes} value={text(1)} onChange={(value) => put(1, value)} isClosed={isClosed} isStory />
          <LiveCheck label={t.isOn} isOn={custom[2] === true} onChange={(isOn) => put(2, isOn)} isClosed={isClosed} />
        </>
      )}
    </>
  )
}
