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
      ['', 'Line 1: the file has no element'],
      ['words', 'Line 1: there is text outside'],
      ['<a>\n<b></a>', 'Line 2: </a> closes no open element'],
      ['<a>', 'Line 1: <a> is not closed'],
      ['<a/><b/>', 'the file has a second root element'],
      ['<a/>x', 'there is text outside'],
      ['<a b=c/>', 'a tag is not complete'],
      ['<a b="1" b="2"/>', 'the attribute b occurs twice'],
      ['<a>&nbsp;</a>', '"&nbsp;" is not a character'],
      ['<a>&lt</a>', '"&lt" is not a character'],
      ['<a>&#0;</a>', '"&#0;" is not a character'],
      ['<a>&#xD800;</a>', 'is not a character'],
      ['<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>', 'the file declares its own entities'],
      ['<a><!-- </a>', 'a tag is not complete'],
      [`${'<a>'.repeat(200)}${'</a>'.repeat(200)}`, 'nested too deeply']
    ]
    for (const [text, words] of cases) expect(why(text)).toContain(words)
  })
})
