import { expect, it } from 'vitest'
import { documentOf } from '../made.fixture'
import { readArrow } from '../read'
import { writeArrow } from '../write'
import { mergeTranslations, textsIn, updateTranslations } from './csv'
import { printTranslations, readTranslations } from './csv-file'
import { translated } from './keyed-texts'
import { picturesIn } from './pictures'

it('a file for translators has a row for the description of each picture that a text shows, which comes back into the document', () => {
  const quay = '../pictures/the quay.jpg'
  const document = documentOf({
    0: {
      nodes: {
        1: {
          type: 'content',
          data: { title: 'Ada’s quay', content: `It rains.\n[img=200x100]${quay}[/img][img]border.png[/img]` },
          alt: { [quay]: 'The quay, with one lamp lit 🌅', 'border.png': 'Decorative', 'gone.png': 'A picture that no text shows' }
        },
        2: { type: 'monolog', data: { monolog: `[img]${quay}[/img]` }, alt: { [quay]: 'The quay again' } },
        3: { type: 'content', data: { content: '[img]2.png[/img]' }, alt: { '2.png': ' ' } }
      }
    }
  })
  const rows = printTranslations(updateTranslations(document).table).split('\n')
  expect(rows.filter((row) => row.includes('-alt-'))).toEqual([
    `1-content-alt-${quay}\tThe quay, with one lamp lit 🌅`,
    `2-monolog-alt-${quay}\tThe quay again`
  ])
  const hebrew = readTranslations(`key\toriginal\the\n1-content-alt-${quay}\tThe quay, with one lamp lit 🌅\tהרציף, ומנורה אחת דולקת\n`)
  const { table, taken } = mergeTranslations(updateTranslations(document).table, hebrew)
  expect(taken).toEqual({ he: 1 })
  const inHebrew = translated(document, textsIn(table, 'he'))
  expect(picturesIn(inHebrew).map(({ node, alt }) => [node, alt])).toEqual([
    [1, 'הרציף, ומנורה אחת דולקת'],
    [1, 'Decorative'],
    [2, 'The quay again'],
    [3, ' ']
  ])
  expect(inHebrew.resources.nodes.get(1)?.data).toBe(document.resources.nodes.get(1)?.data)
  expect(readArrow(writeArrow(inHebrew)).document.resources.nodes.get(1)?.alt).toEqual({
    ...document.resources.nodes.get(1)?.alt,
    [quay]: 'הרציף, ומנורה אחת דולקת'
  })
})
