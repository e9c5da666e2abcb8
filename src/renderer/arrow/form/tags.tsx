import { Plus, X } from 'lucide-react'
import { useId, type ReactElement } from 'react'
import { type ArrowDocument, type ArrowId, type ArrowValue, dataOf, listOf, TAG_EDITS, textOf as text } from '../../../arrow'
import { formTexts } from './form-texts'
import { LiveCheck, LiveSelect, LiveText, useClosed } from './controls'
import { numberOf, set, setResource, textOf, type FieldsProps } from './values'
import { ItemFields } from './ItemFields'
import { SentenceLine } from './logic'
import { CharacterPicker } from './pickers'
import { Button, IconButton } from '../../ui/Parts'

const t = formTexts.fields

/** Suggestions of the tags that the character begins with. */
function TagList({ document, character, id }: { document: ArrowDocument; character: ArrowId; id: string }): ReactElement {
  return (
    <datalist id={id}>
      {Object.keys(document.resources.characters.get(character)?.tags ?? {}).map((key) => (
        <option key={key}>{key}</option>
      ))}
    </datalist>
  )
}

const Whose = ({ document, id, node }: FieldsProps): ReactElement => (
  <>
    <SentenceLine document={document} node={node} />
    <CharacterPicker
      document={document}
      value={numberOf(node, 'character')}
      onChoose={(choice) => setResource(id, 'character', 'character', choice)}
      isFirst
    />
  </>
)

/** The fields of a tag_edit. */
export function TagEditFields(props: FieldsProps): ReactElement {
  const { document, id, node } = props
  const list = useId()
  const [method, key, value] = listOf(dataOf(node, 'edit'))
  const put = (index: number, next: ArrowValue): boolean =>
    set(id, { edit: [method ?? 1, key ?? '', value ?? ''].map((one, k) => (k === index ? next : one)) })
  const options = TAG_EDITS.map((words, k) => ({ value: k, label: words.replace(' {c}', '').replace(' {k}', '').replaceAll('{x}', '…') }))
  return (
    <>
      <Whose {...props} />
      <TagList document={document} character={numberOf(node, 'character')} id={list} />
      <LiveSelect label="Change" value={typeof method === 'number' ? method : 1} options={options} onChange={(n) => put(0, n)} />
      <LiveText label={t.tag} value={text(key)} list={list} onChange={(next) => put(1, next)} />
      {method !== 4 && <LiveText label={t.value} value={text(value)} onChange={(next) => put(2, next)} isStory />}
    </>
  )
}

/** The fields of a tag_match. */
export function TagMatchFields(props: FieldsProps): ReactElement {
  const { document, id, node } = props
  const list = useId()
  return (
    <>
      <Whose {...props} />
      <TagList document={document} character={numberOf(node, 'character')} id={list} />
      <LiveText label={t.tag} value={textOf(node, 'tag_key')} list={list} onChange={(tag_key) => set(id, { tag_key })} />
      <ItemFields {...props} member="patterns" title="Values" label={t.pattern} adds="Add a value" isStory={false} />
      <LiveCheck label="Values are patterns (regular expressions)" value={dataOf(node, 'regex') === true} onChange={(regex) => set(id, { regex })} />
    </>
  )
}

/** The fields of a tag_pass. */
export function TagPassFields(props: FieldsProps): ReactElement {
  const { document, id, node } = props
  const isClosed = useClosed()
  const list = useId()
  const [method, items] = listOf(dataOf(node, 'pass'))
  const tags = listOf(items).map((one) => listOf(one))
  const put = (next: readonly ArrowValue[], how: ArrowValue = method ?? 1): boolean => set(id, { pass: [how, next] })
  const change = (index: number, key: ArrowValue, value: ArrowValue): boolean => put(tags.map((one, k) => (k === index ? [key, value] : [...one])))
  return (
    <>
      <Whose {...props} />
      <TagList document={document} character={numberOf(node, 'character')} id={list} />
      <LiveSelect
        label="Passes if"
        value={method === 0 ? 0 : 1}
        options={[
          { value: 1, label: 'all of these hold' },
          { value: 0, label: 'any of these holds' }
        ]}
        onChange={(how) =>
          put(
            tags.map((one) => [...one]),
            how
          )
        }
      />
      {tags.map(([key, value], k) => (
        // oxlint-disable-next-line react/no-array-index-key -- a tag is its place
        <div key={k} className="arrow-tag">
          <LiveText label="Tag" value={text(key)} list={list} onChange={(next) => change(k, next, value ?? null)} />
          <LiveSelect
            label={t.value}
            value={typeof value === 'string' ? 'equals' : 'any'}
            options={[
              { value: 'any', label: 'any value' },
              { value: 'equals', label: 'equals' }
            ]}
            onChange={(how) => change(k, key ?? '', how === 'any' ? null : '')}
          />
          {typeof value === 'string' && <LiveText label="Equals" value={value} onChange={(next) => change(k, key ?? '', next)} isStory />}
          {!isClosed && tags.length > 1 && (
            <IconButton
              label={t.removeItem(text(key) || t.tag)}
              icon={<X size={13} />}
              small
              onClick={() => put(tags.filter((_, n) => n !== k).map((one) => [...one]))}
            />
          )}
        </div>
      ))}
      {!isClosed && (
        <div className="arrow-buttons">
          <Button label="Add a tag" icon={<Plus size={12} />} small onClick={() => put([...tags.map((one) => [...one]), ['', null]])} />
        </div>
      )}
    </>
  )
}
