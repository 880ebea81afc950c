// Package jsonfile changes one place of a JSON text and leaves every other byte
// as it is: indentation, line endings, order and spacing are the user's.
//
// [Parse] finds the values of a text; the methods of [File] return a new File
// with one value added, replaced or removed. New text takes the indentation of
// what stands around it. Texts with comments or trailing commas are refused.
package jsonfile
