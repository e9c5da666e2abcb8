import type { ReactElement } from 'react'
import { dataOf, itemsOf, listOf, type NodeItem, setItems, textOf } from '../../../arrow'
import { edit } from '../edits'
import { TextItems } from './controls'
import type { FieldsProps } from './values'

interface ItemFieldsProps extends FieldsProps {
  member: 'lines' | 'actions' | 'patterns'
  title: string
  label: (n: number) => string
  adds: string
  isStory: boolean
}

/** The texts of a node, each with its own output. */
export function ItemFields({ id, node, member, ...rest }: ItemFieldsProps): ReactElement {
  const items = listOf(dataOf(node, member)).map(textOf)
  const put = (change: (items: readonly NodeItem[]) => readonly NodeItem[], key?: string): void => {
    edit((document) => setItems(document, id, member, change(itemsOf(document, id, member))), key === undefined ? {} : { key })
  }
  const focusItem = (index: number): void =>
    void requestAnimationFrame(() => document.querySelector<HTMLElement>(`.arrow-form [data-item="${index}"]`)?.focus())
  return (
    <TextItems
      {...rest}
      items={items}
      onText={(index, text) => put((all) => all.map((one, k) => (k === index ? { ...one, text } : one)), `${id}/${member}.${index}`)}
      onMove={(index, by) => {
        if (index + by < 0 || index + by >= items.length) return
        put((all) => {
          const moved = [...all]
          moved.splice(index + by, 0, ...moved.splice(index, 1))
          return moved
        })
        focusItem(index + by)
      }}
      onRemove={(index) => put((all) => all.filter((_, k) => k !== index))}
      onAdd={() => {
        put((all) => [...all, { text: '' }])
        focusItem(items.length)
      }}
    />
  )
}
