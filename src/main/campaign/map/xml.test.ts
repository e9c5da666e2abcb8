import { describe, expect, it } from 'vitest'
import type { Problem } from '../../../shared/problem'
import { xmlAttribute, xmlText } from '../../../shared/xml-text'
import { readXml, type Xml } from './xml'

const plain = ({ name, attributes, children, text }: Xml): unknown => [name, Object.fromEntries(attributes), text, ...children.map(plain)]
const why = (text: string): string => {
  try {
    readXml(text)
  } catch (thrown) {
    return (thrown as Problem).message
  }
  return expect.fail('this was not refused')
}

describe('reading XML', () => {
  it('knows elements, attributes, text, CDATA, comments, entities and prefixes', () => {
    const text = `\uFEFF<?xml version="1.0"?>\r\n<!DOCTYPE g SYSTEM "g.dtd">\n<!-- <no> --><y:g a='1 > "0"' b="&lt;&#228;&#x1F600;">x<c/>&amp;<![CDATA[<&amp;]]><!-- --><d:e >\n</d:e></y:g>\n`
    expect(plain(readXml(text))).toEqual(['g', { a: '1 > "0"', b: '<ä😀' }, 'x&<&amp;', ['c', {}, ''], ['e', {}, '\n']])
  })

  it('what was written is read the same', () => {
    const odd = 'a<b>&"c"\t\r\nü 雪 ]]> \u2028'
    const back = readXml(`<a b="${xmlAttribute(odd)}">${xmlText(odd)}</a>`)
    expect([back.text, back.attributes.get('b')]).toEqual([odd, odd])
    expect(xmlText('a\0b\u0008')).toBe('ab')
  })

  it('says in which line it cannot be read, and fetches and expands nothing', () => {
    const cases: [string, string][] = [
      ['', 'line 1: there is no element in it'],
      ['words', 'line 1: text stands outside'],
      ['<a>\n<b></a>', 'line 2: </a> closes nothing that is open'],
      ['<a>', 'line 1: <a> is not closed'],
      ['<a/><b/>', 'a second element stands behind the first'],
      ['<a/>x', 'text stands outside'],
      ['<a b=c/>', 'a tag is not complete'],
      ['<a b="1" b="2"/>', 'the attribute b stands there twice'],
      ['<a>&nbsp;</a>', '"&nbsp;" is no character'],
      ['<a>&lt</a>', '"&lt" is no character'],
      ['<a>&#0;</a>', '"&#0;" is no character'],
      ['<a>&#xD800;</a>', 'is no character'],
      ['<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>', 'it declares entities of its own'],
      ['<a><!-- </a>', 'a tag is not complete'],
      [`${'<a>'.repeat(200)}${'</a>'.repeat(200)}`, 'nested too deeply']
    ]
    for (const [text, words] of cases) expect(why(text)).toContain(words)
  })
})
