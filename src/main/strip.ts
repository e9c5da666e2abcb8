import './rules/strip'
