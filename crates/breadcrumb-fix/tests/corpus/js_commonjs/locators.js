const LOGIN = '#login';
module.exports = { LOGIN, HELP: "#help", nested: Object.freeze({ deep: '#deep' }) };
