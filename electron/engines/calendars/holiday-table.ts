// Written by tools/holidays/holidays.ts from the package date-holidays; a test fails when it is out of date.
// The data is under CC BY-SA 3.0 and names its sources in tools/package/date-holidays-licence.txt.

/** Both included. */
export const holidayYears: { readonly first: number; readonly last: number } = {
  first: 2024,
  last: 2035,
};

/** Behind a line with the codes of a country, a line a holiday: its month and day where each year has the same, else one place a year. */
export const holidayRows = `
AT AUT
0101 New Year’s Day
0106 Epiphany
0401,0421,0406,0329,0417,0402,0422,0414,0329,0418,0410,0326 Easter Monday
0501 Staatsfeiertag
0509,0529,0514,0506,0525,0510,0530,0522,0506,0526,0518,0503 Ascension Day
0520,0609,0525,0517,0605,0521,0610,0602,0517,0606,0529,0514 Whit Monday
0530,0619,0604,0527,0615,0531,0620,0612,0527,0616,0608,0524 Corpus Christi
0815 Assumption
1026 National Holiday
1101 All Saints’ Day
1208 Immaculate Conception
1225 Christmas Day
1226 Boxing Day
-,-,-,-,1224,-,-,-,-,-,1224,- Christmas Eve
-,-,-,-,1231,-,-,-,-,-,1231,- New Year’s Eve
BE BEL
0101 New Year’s Day
0401,0421,0406,0329,0417,0402,0422,0414,0329,0418,0410,0326 Easter Monday
0501 Labour Day
0509,0529,0514,0506,0525,0510,0530,0522,0506,0526,0518,0503 Ascension Day
0520,0609,0525,0517,0605,0521,0610,0602,0517,0606,0529,0514 Whit Monday
0721 National Holiday
0815 Assumption
1101 All Saints’ Day
1111 Armistice Day
1225 Christmas Day
BR BRA
0101 New Year’s Day
0212+0213,0303+0304,0216+0217,0208+0209,0228+0229,0212+0213,0304+0305,0224+0225,0209+0210,0228+0301,0220+0221,0205+0206 Carnival
0329,0418,0403,0326,0414,0330,0419,0411,0326,0415,0407,0323 Good Friday
0421 Tiradentes’ Day
0501 Labour Day
0530,0619,0604,0527,0615,0531,0620,0612,0527,0616,0608,0524 Corpus Christi
0907 Independence Day
1006+1027,-,1004+1025,-,1001+1029,-,1006+1027,-,1003+1031,-,1001+1029,- Election Day
1012 Our Lady of Aparecida
1102 All Souls’ Day
1115 Republic Day
1120 Black Awareness Day
1225 Christmas Day
CH CHE
0101 New Year’s Day
0329,0418,0403,0326,0414,0330,0419,0411,0326,0415,0407,0323 Good Friday
0331,0420,0405,0328,0416,0401,0421,0413,0328,0417,0409,0325 Easter Sunday
0401,0421,0406,0329,0417,0402,0422,0414,0329,0418,0410,0326 Easter Monday
0501 Labour Day
0509,0529,0514,0506,0525,0510,0530,0522,0506,0526,0518,0503 Ascension Day
0519,0608,0524,0516,0604,0520,0609,0601,0516,0605,0528,0513 Pentecost
0520,0609,0525,0517,0605,0521,0610,0602,0517,0606,0529,0514 Whit Monday
0801 Bundesfeiertag
0915,0921,0920,0919,0917,0916,0915,0921,0919,0918,0917,0916 Federal Day of Thanksgiving, Repentance and Prayer
1225 Christmas Day
1226 Boxing Day
CL CHL
0101 New Year’s Day
0329,0418,0403,0326,0414,0330,0419,0411,0326,0415,0407,0323 Good Friday
0331,0420,0405,0328,0416,0401,0421,0413,0328,0417,0409,0325 Easter Sunday
0501 Labour Day
0521 Navy Day
0620,0620,0621,0621,0620,0620,0621,0621,0620,0620,0621,0621 Indigenous People’s Day
0629,0629,0629,0628,0626,0702,0629,0629,0628,0627,0626,0702 Saints Peter and Paul
0716 Our Lady of Mount Carmel
0815 Assumption
0918,0918,0918,0917+0918,0918,0917+0918,0918,0918,0917+0918,0918,0918,0917+0918 National holiday
0919 Army Day
0920,-,-,-,-,-,0920,-,-,-,-,- National Holiday
1012,1012,1012,1011,1009,1015,1012,1012,1011,1010,1009,1015 Columbus Day
1031,1031,1031,1031,1027,1102,1031,1031,1031,1031,1027,1102 Reformation Day
1101 All Saints’ Day
1208 Immaculate Conception
1225 Christmas Day
1231 New Year’s Eve
-,-,-,-,-,-,-,-,-,-,0102,- Día adicional
CO COL
0101 New Year’s Day
0108,0106,0112,0111,0110,0108,0107,0106,0112,0110,0109,0108 Epiphany
0325,0324,0323,0322,0320,0319,0325,0324,0322,0321,0320,0319 Saint Joseph
0328,0417,0402,0325,0413,0329,0418,0410,0325,0414,0406,0322 Maundy Thursday
0329,0418,0403,0326,0414,0330,0419,0411,0326,0415,0407,0323 Good Friday
0331,0420,0405,0328,0416,0401,0421,0413,0328,0417,0409,0325 Easter Sunday
0501 Labour Day
0513,0602,0518,0510,0529,0514,0603,0526,0510,0530,0522,0507 Ascension Day
0603,0623,0608,0531,0619,0604,0624,0616,0531,0620,0612,0528 Corpus Christi
0610,0630,0615,0607,0626,0611,0701,0623,0607,0627,0619,0604 Sacred Heart
0701,-,0629,0705,0703,0702,-,0630,0705,0704,0703,0702 Saints Peter and Paul
0720 Independence Day
0807 Battle of Boyacá
0819,0818,0817,0816,0821,0820,0819,0818,0816,0815,0821,0820 Assumption
1014,1013,1012,1018,1016,1015,1014,1013,1018,1017,1016,1015 Columbus Day
1104,1103,1102,1101,1106,1105,1104,1103,1101,1107,1106,1105 All Saints’ Day
1111,1117,1116,1115,1113,1112,1111,1117,1115,1114,1113,1112 Independence of Cartagena
1208 Immaculate Conception
1225 Christmas Day
-,-,0713,0712,0710,0709,0715,0714,0712,0711,0710,0709 Virgin of Chiquinquirá
CZ CZE
0101 New Year’s Day
0329,0418,0403,0326,0414,0330,0419,0411,0326,0415,0407,0323 Good Friday
0401,0421,0406,0329,0417,0402,0422,0414,0329,0418,0410,0326 Easter Monday
0501 Labour Day
0508 Liberation Day
0705 Saints Cyril and Methodius Day
0706 Jan Hus Day
0928 St. Wenceslas Day (Czech Statehood Day)
1028 Independent Czechoslovak State Day
1117 Struggle for Freedom and Democracy Day
1224 Christmas Eve
1225 Christmas Day
1226 Boxing Day
DE DEU
0101 New Year’s Day
0329,0418,0403,0326,0414,0330,0419,0411,0326,0415,0407,0323 Good Friday
0401,0421,0406,0329,0417,0402,0422,0414,0329,0418,0410,0326 Easter Monday
0501 Labour Day
0509,0529,0514,0506,0525,0510,0530,0522,0506,0526,0518,0503 Ascension Day
0520,0609,0525,0517,0605,0521,0610,0602,0517,0606,0529,0514 Whit Monday
1003 National Holiday
1225 Christmas Day
1226 Boxing Day
-,-,-,-,1224,-,-,-,-,-,1224,- Christmas Eve
-,-,-,-,1231,-,-,-,-,-,1231,- New Year’s Eve
DK DNK
0101 New Year’s Day
0328,0417,0402,0325,0413,0329,0418,0410,0325,0414,0406,0322 Maundy Thursday
0329,0418,0403,0326,0414,0330,0419,0411,0326,0415,0407,0323 Good Friday
0331,0420,0405,0328,0416,0401,0421,0413,0328,0417,0409,0325 Easter Sunday
0401,0421,0406,0329,0417,0402,0422,0414,0329,0418,0410,0326 Easter Monday
0509,0529,0514,0506,0525,0510,0530,0522,0506,0526,0518,0503 Ascension Day
0519,0608,0524,0516,0604,0520,0609,0601,0516,0605,0528,0513 Pentecost
0520,0609,0525,0517,0605,0521,0610,0602,0517,0606,0529,0514 Whit Monday
1225 Christmas Day
1226 Boxing Day
EE EST
0101 New Year’s Day
0224 Independence Day
0329,0418,0403,0326,0414,0330,0419,0411,0326,0415,0407,0323 Good Friday
0331,0420,0405,0328,0416,0401,0421,0413,0328,0417,0409,0325 Easter Sunday
0501 Labour Day
0519,0608,0524,0516,0604,0520,0609,0601,0516,0605,0528,0513 Pentecost
0623 Victory Day
0624 Midsummer Day
0820 Day of Restoration of Independence
1224 Christmas Eve
1225 Christmas Day
1226 Boxing Day
ES ESP
0101 New Year’s Day
0106 Epiphany
0329,0418,0403,0326,0414,0330,0419,0411,0326,0415,0407,0323 Good Friday
0501 Labour Day
0815 Assumption
1012 Fiesta Nacional de España
1101 All Saints’ Day
1206 Día de la Constitución Española
1208 Immaculate Conception
1225 Christmas Day
-,-,-,-,-,-,-,-,-,1226,-,- Christmas Day (substitute day)
FI FIN
0101 New Year’s Day
0106 Epiphany
0329,0418,0403,0326,0414,0330,0419,0411,0326,0415,0407,0323 Good Friday
0331,0420,0405,0328,0416,0401,0421,0413,0328,0417,0409,0325 Easter Sunday
0401,0421,0406,0329,0417,0402,0422,0414,0329,0418,0410,0326 Easter Monday
0501 Labour Day
0509,0529,0514,0506,0525,0510,0530,0522,0506,0526,0518,0503 Ascension Day
0519,0608,0524,0516,0604,0520,0609,0601,0516,0605,0528,0513 Pentecost
0621,0620,0619,0625,0623,0622,0621,0620,0625,0624,0623,0622 Midsummer Eve
0622,0621,0620,0626,0624,0623,0622,0621,0626,0625,0624,0623 Midsummer Day
1102,1101,1031,1106,1104,1103,1102,1101,1106,1105,1104,1103 All Saints’ Day
1206 Independence Day
1224 Christmas Eve
1225 Christmas Day
1226 Boxing Day
FR FRA
0101 New Year’s Day
0401,0421,0406,0329,0417,0402,0422,0414,0329,0418,0410,0326 Easter Monday
0501 Labour Day
0508 Victory Day
0509,0529,0514,0506,0525,0510,0530,0522,0506,0526,0518,0503 Ascension Day
0520,0609,0525,0517,0605,0521,0610,0602,0517,0606,0529,0514 Whit Monday
0714 Bastille Day
0815 Assumption
1101 All Saints’ Day
1111 Armistice Day
1225 Christmas Day
GB GBR
0101 New Year’s Day
0329,0418,0403,0326,0414,0330,0419,0411,0326,0415,0407,0323 Good Friday
0401,0421,0406,0329,0417,0402,0422,0414,0329,0418,0410,0326 Easter Monday
0506,0505,0504,0503,0501,0507,0506,0505,0503,0502,0501,0507 Early May bank holiday
0527,0526,0525,0531,0529,0528,0527,0526,0531,0530,0529,0528 Spring bank holiday
0826,0825,0831,0830,0828,0827,0826,0825,0830,0829,0828,0827 Summer bank holiday
1225 Christmas Day
1226 Boxing Day
-,-,1228,1228,-,-,-,-,1228,-,-,- Boxing Day (substitute day)
-,-,-,1227,-,-,-,-,1227,1227,-,- Christmas Day (substitute day)
-,-,-,-,0103,-,-,-,-,0103,0102,- New Year’s Day (substitute day)
GR GRC
0101 New Year’s Day
0106 Epiphany
0318,0303,0223,0315,0228,0219,0311,0224,0315,0307,0220,0312 Ash Sunday
0325 Annunciation, Anniversary of 1821 Revolution
0503,0418,0410,0430,0414,0406,0426,0411,0430,0422,0407,0427 Good Friday
0505,0420,0412,0502,0416,0408,0428,0413,0502,0424,0409,0429 Easter Sunday
0506,0421,0413,0503,0417,0409,0429,0414,0503,0425,0410,0430 Easter Monday
0507,0501,0501,0501+0504,0501,0501,0501,0501,0501,0501,0501,0501 Labour Day
0623,0608,0531,0620,0604,0527,0616,0601,0620,0612,0528,0617 Pentecost
0624,0609,0601,0621,0605,0528,0617,0602,0621,0613,0529,0618 Whit Monday
0815 Assumption
1028 National Holiday
1225 Christmas Day
1226 Boxing Day
HK HKG
0101,0101,0101,0101,0101,0101,0101,0101,0101,0101,-,0101 The first day of January
0210,0129,0217,0206,0126,0213,-,0123,0211,0131,-,0208 Lunar New Year’s Day
0212,0131,0219,0208,0128,0215,0205,0125,0213,0202,0221,0210 The third day of Lunar New Year
0213,-,-,0209,-,-,0206,-,-,-,0222,- The fourth day of Lunar New Year
0329,0418,0403,0326,0414,0330,0419,0411,0326,0415,0407,0323 Good Friday
0330,0419,0404,0327,0415,0331,0420,0412,0327,0416,0408,0324 The day following Good Friday
0401,0421,-,0329,0417,0402,0422,0414,0329,0418,0410,0326 Easter Monday
0404,0404,-,0405,0404,0404,0405,0405,-,0404,0405,0405 Ching Ming Festival
0501,0501,0501,0501,0501,0501,0501,0501,0501,-,0501,0501 Labour Day
0515,0505,-,0513,0502,-,0509,0528,-,0506,0525,0515 Birthday of the Buddha
0610,0531,0619,0609,-,0616,0605,0624,0612,0601,0620,- Tuen Ng Festival
0701,0701,0701,0701,0701,-,0701,0701,0701,0701,0701,- Hong Kong Special Administrative Region Establishment Day
0918,1007,0926,0916,1004,-,0913,1002,0920,1008,0928,0917 The day following the Chinese Mid-Autumn Festival
1001,1001,1001,1001,-,1001,1001,1001,1001,1001,-,1001 National Day
1011,1029,-,1008,1026,1016,1005,1024,1012,-,1020,1009 Chung Yeung Festival
1225,1225,1225,1225,1225,1225,1225,1225,1225,-,1225,1225 Christmas Day
1226,1226,1226,1227,1226,1226,1226,1226,1227,1226,1226,1226 The first weekday after Christmas Day
-,0130,0218,-,0127,0214,0204,0124,0212,0201,0220,0209 The second day of Lunar New Year
-,-,0406,-,-,-,-,-,0405,-,-,- The day following Ching Ming Festival
-,-,0407,-,-,-,-,-,-,-,-,- The day following Easter Monday
-,-,0525,-,-,0521,-,-,0517,-,-,- The day following Birthday of the Buddha
-,-,1019,-,-,-,-,-,-,1031,-,- The day following Chung Yeung Festival
-,-,-,-,0529,-,-,-,-,-,-,0611 The day following Tuen Ng Festival
-,-,-,-,1002,-,-,-,-,-,1002,- The day following National Day
-,-,-,-,-,0702,-,-,-,-,-,0702 The day following Hong Kong Special Administrative Region Establishment Day
-,-,-,-,-,0924,-,-,-,-,-,- The second day following the Chinese Mid-Autumn Festival
-,-,-,-,-,-,-,-,-,0502,-,- The day following Labour Day
-,-,-,-,-,-,-,-,-,1227,-,- The second weekday after Christmas Day
-,-,-,-,-,-,-,-,-,-,0102,- The day following the first day of January
HR HRV
0101 New Year’s Day
0106 Epiphany
0331,0420,0405,0328,0416,0401,0421,0413,0328,0417,0409,0325 Easter Sunday
0401,0421,0406,0329,0417,0402,0422,0414,0329,0418,0410,0326 Easter Monday
0501 Labour Day
0530 National Day
0622 Anti-Fascist Struggle Day
0805 Victory and Homeland Thanksgiving Day and the Day of Croatian defenders
0815 Assumption
1101 All Saints’ Day
1118 Remembrance Day
1225 Christmas Day
1226 Boxing Day
-,0619,0604,0527,0615,0531,0620,0612,0527,0616,0608,0524 Corpus Christi
IE IRL
0101 New Year’s Day
0205,0203,0202,0201,0207,0205,0201,0203,0202,0207,0206,0205 St. Brigid’s Day
0317 St. Patrick’s Day
0318,-,-,-,-,0319,0318,-,-,-,-,0319 St. Patrick’s Day (substitute day)
0329,0418,0403,0326,0414,0330,0419,0411,0326,0415,0407,0323 Good Friday
0401,0421,0406,0329,0417,0402,0422,0414,0329,0418,0410,0326 Easter Monday
0506,0505,0504,0503,0501,0507,0506,0505,0503,0502,0501,0507 First Monday in May
0603,0602,0601,0607,0605,0604,0603,0602,0607,0606,0605,0604 First Monday in June
0805,0804,0803,0802,0807,0806,0805,0804,0802,0801,0807,0806 First Monday in August
1028,1027,1026,1025,1030,1029,1028,1027,1025,1031,1030,1029 Last Monday in October
1225 Christmas Day
1226 St. Stephen’s Day
-,-,1228,1227,-,-,-,-,1227,-,-,- St. Stephen’s Day (substitute day)
IL ISR
0423,0413,0402,0422,0411,0331,0418,0408,0327,0414,0404,0424 Passover (Pesach)
0429,0419,0408,0428,0417,0406,0424,0414,0402,0420,0410,0430 Mimouna, Seventh day of Passover
0514,0501,0422,0512,0502,0419,0508,0429,0415,0504,0425,0515 Independence Day (Yom HaAtzmaut)
0612,0602,0522,0611,0531,0520,0607,0528,0516,0603,0524,0613 Shavuot (Feast of Weeks)
1003,0923,0912,1002,0921,0910,0928,0918,0906,0924,0914,1004 Rosh Hashanah (Yom Teruah)
1004,0924,0913,1003,0922,0911,0929,0919,0907,0925,0915,1005 Rosh Hashanah (Day 2)
1012,1002,0921,1011,0930,0919,1007,0927,0915,1003,0923,1013 Day of Atonement (Yom Kippur)
1017,1007,0926,1016,1005,0924,1012,1002,0920,1008,0928,1018 Feast of Tabernacles (Sukkot)
1024,1014,1003,1023,1012,1001,1019,1009,0927,1015,1005,1025 Simchat Torah/ Shmini Atzeret
IT ITA
0101 New Year’s Day
0106 Epiphany
0331,0420,0405,0328,0416,0401,0421,0413,0328,0417,0409,0325 Easter Sunday
0401,0421,0406,0329,0417,0402,0422,0414,0329,0418,0410,0326 Easter Monday
0425 Liberation from Nazi-Fascism (1945)
0501 Labour Day
0602 Republic Day
0815 Assumption
1101 All Saints’ Day
1208 Immaculate Conception
1225 Christmas Day
1226 Boxing Day
-,-,1004,1004,1004,1004,1004,1004,1004,1004,1004,1004 National Day of Saint Francis of Assisi
JP JPN
0101 New Year’s Day
0102,0102,0102,0102,0102,0102,0102,0102,0102,0102,-,0102 January 2nd
0103 January 3rd
0108,0113,0112,0111,0110,0108,0114,0113,0112,0110,0109,0108 Coming of Age Day
0211 Foundation Day
0212,-,-,-,-,0212,-,-,-,-,-,0212 Foundation Day (substitute day)
0223 Emperor’s Birthday
0320,0320,0320,0321,0320,0320,0320,0321,0320,0320,0320,0321 Spring Equinox Day
0429 Showa Day
0503 Constitution Day
0504 Greenery Day
0505 Children’s Day
0506,-,-,-,-,-,0506,-,-,-,-,- Children’s Day (substitute day)
0715,0721,0720,0719,0717,0716,0715,0721,0719,0718,0717,0716 Marine Day
0811 Mountain Day
0812,-,-,-,-,-,0812,-,-,-,-,- Mountain Day (substitute day)
0916,0915,0921,0920,0918,0917,0916,0915,0920,0919,0918,0917 Respect-for-the-Aged Day
0922,0923,0923,0923,0922,0923,0923,0923,0922,0923,0923,0923 Autumnal Equinox Day
0923,-,-,-,-,0924,-,-,-,-,-,0924 Autumnal Equinox Day (substitute day)
1014,1013,1012,1011,1009,1008,1014,1013,1011,1010,1009,1008 Sports Day
1103 Culture Day
1104,-,-,-,-,-,1104,-,-,-,-,- Culture Day (substitute day)
1123 Labor Thanksgiving Day
1231 New Year’s Eve
-,0224,-,-,-,-,-,0224,-,-,-,- Emperor’s Birthday (substitute day)
-,0506,-,-,-,-,-,0506,-,-,-,- Greenery Day (substitute day)
-,1124,-,-,-,-,-,1124,-,-,-,- Labor Thanksgiving Day (substitute day)
-,-,0506,-,-,-,-,-,-,-,-,- Constitution Day (substitute day)
-,-,0922,-,-,-,-,-,-,-,-,- Citizens’ Holiday
-,-,-,0322,-,-,-,-,-,0321,-,- Spring Equinox Day (substitute day)
-,-,-,-,-,0430,-,-,-,-,-,0430 Showa Day (substitute day)
-,-,-,-,-,-,-,-,-,-,0102,- New Year’s Day (substitute day)
KE KEN
0101 New Year’s Day
0329,0418,0403,0326,0414,0330,0419,0411,0326,0415,0407,0323 Good Friday
0331,0420,0405,0328,0416,0401,0421,0413,0328,0417,0409,0325 Easter Sunday
0401,0421,0406,0329,0417,0402,0422,0414,0329,0418,0410,0326 Easter Monday
0410,0330+0331,0320,0309,0226,0214,0204,0124,0114,0102+1223,1212,1201 End of Ramadan (Eid al-Fitr)
0501 Labour Day
0510,-,-,-,-,-,-,-,-,-,-,- National Tree Growing Day
0601 Madaraka Day
0616+0617,0606,0527,0516,0505,0424,0413,0402,0322,0311,0301,0218 Feast of the Sacrifice (Eid al-Adha)
1010 Moi Day
1020 Mashujaa Day
1021,-,-,-,-,-,1021,-,-,-,-,- Mashujaa Day (substitute day)
1101,-,-,-,-,-,-,-,-,-,-,- Inauguration Day
1212,1212,1212,1212,1212,1212,1212,1212,1212,1212,-,1212 Jamhuri Day
1225 Christmas Day
1226 Boxing Day
-,0602,-,-,-,-,-,0602,-,-,-,- Madaraka Day (substitute day)
-,-,-,1011,-,-,-,-,1011,-,-,- Moi Day (substitute day)
-,-,-,1213,-,-,-,-,1213,-,-,- Jamhuri Day (substitute day)
-,-,-,1227,-,-,-,-,1227,-,-,- Boxing Day (substitute day)
-,-,-,-,-,-,-,-,-,0502,-,- Labour Day (substitute day)
-,-,-,-,-,-,-,-,-,1227,-,- Christmas Day (substitute day)
-,-,-,-,-,-,-,-,-,-,0102,- New Year’s Day (substitute day)
LT LTU
0101 New Year’s Day
0216 Day of Restoration of the State of Lithuania
0311 Day of Restoration of Independence of Lithuania
0331,0420,0405,0328,0416,0401,0421,0413,0328,0417,0409,0325 Easter Sunday
0401,0421,0406,0329,0417,0402,0422,0414,0329,0418,0410,0326 Easter Monday
0501 Labour Day
0624 St. John’s Day
0706 Statehood Day
0815 Assumption
1101 All Saints’ Day
1102 All Souls’ Day
1224 Christmas Eve
1225 Christmas Day
1226 Boxing Day
LU LUX
0101 New Year’s Day
0401,0421,0406,0329,0417,0402,0422,0414,0329,0418,0410,0326 Easter Monday
0501 Labour Day
0509 Europe Day
0520,0609,0525,0517,0605,0521,0610,0602,0517,0606,0529,0514 Whit Monday
0623 National Holiday
0815 Assumption
1101 All Saints’ Day
1225 Christmas Day
1226 Boxing Day
-,0529,0514,0506,0525,0510,0530,0522,0506,0526,0518,0503 Ascension Day
MT MLT
0101 New Year’s Day
0210 Feast of Saint Paul’s Shipwreck in Malta
0319 Saint Joseph
0329,0418,0403,0326,0414,0330,0419,0411,0326,0415,0407,0323 Good Friday
0331 Freedom Day
0501 Labour Day
0607 June 7th
0629 Saints Peter and Paul
0815 Assumption
0908 Victory Day
0921 Independence Day
1208 Immaculate Conception
1213 Republic Day
1225 Christmas Day
MZ MOZ
0101 New Year’s Day
0203 Heroes’ Day
0407 Women’s Day
0408,0908,1005,-,0626,-,0204+0408,0908,-,0502+0926+1226,0102+0626,- Public Holiday
0501 Workers’ Day
0625 Independence Day
0907 Lusaka Peace Agreement
0925 Defense Force’s Day
1004 Peace and Reconciliation Day
1225 Family Day
NG NGA
0101 New Year’s Day
0329,0418,0403,0326,0414,0330,0419,0411,0326,0415,0407,0323 Good Friday
0401,0421,0406,0329,0417,0402,0422,0414,0329,0418,0410,0326 Easter Monday
0410+0411,0330+0331+0401,0319+0320+0321,0309+0310,0226+0227,0214+0215,0204+0205,0124+0125,0114+0115,0102+0103+1223+1224,1212+1213,1201+1202 Id el Fitr
0501 Worker’s Day
0612 Democracy Day
0616+0617+0618,0606+0607+0609,0527+0528,0516+0517,0505+0506,0424+0425,0413+0414,0402+0403,0322+0323,0311+0312,0301+0302,0218+0219 Id el Kabir
0915+0916,0905,0825,0814,0803,0724,0713,0702,0620,0609,0530,0520 Birthday of Muhammad (Mawlid)
1001 Independence Day
1225 Christmas Day
1226 Boxing Day
-,0715,-,-,-,-,-,-,-,-,-,- Day of Mourning
-,-,-,0503,-,-,-,-,0503,-,-,- Worker’s Day (substitute day)
-,-,-,0614,-,-,-,-,0614,-,-,- Democracy Day (substitute day)
NL NLD
0101 New Year’s Day
0329,0418,0403,0326,0414,0330,0419,0411,0326,0415,0407,0323 Good Friday
0331,0420,0405,0328,0416,0401,0421,0413,0328,0417,0409,0325 Easter Sunday
0401,0421,0406,0329,0417,0402,0422,0414,0329,0418,0410,0326 Easter Monday
0427,0426,0427,0427,0427,0427,0427,0426,0427,0427,0427,0427 King’s Day
0509,0529,0514,0506,0525,0510,0530,0522,0506,0526,0518,0503 Ascension Day
0519,0608,0524,0516,0604,0520,0609,0601,0516,0605,0528,0513 Pentecost
0520,0609,0525,0517,0605,0521,0610,0602,0517,0606,0529,0514 Whit Monday
1225 Christmas Day
1226 Boxing Day
-,0505,-,-,-,-,0505,-,-,-,-,0505 Liberation Day
NO NOR
0101 New Year’s Day
0328,0417,0402,0325,0413,0329,0418,0410,0325,0414,0406,0322 Maundy Thursday
0329,0418,0403,0326,0414,0330,0419,0411,0326,0415,0407,0323 Good Friday
0331,0420,0405,0328,0416,0401,0421,0413,0328,0417,0409,0325 Easter Sunday
0401,0421,0406,0329,0417,0402,0422,0414,0329,0418,0410,0326 Easter Monday
0501 Labour Day
0509,0529,0514,0506,0525,0510,0530,0522,0506,0526,0518,0503 Ascension Day
0517 Constitution Day
0519,0608,0524,0516,0604,0520,0609,0601,0516,0605,0528,0513 Pentecost
0520,0609,0525,-,0605,0521,0610,0602,-,0606,0529,0514 Whit Monday
1225 Christmas Day
1226 Boxing Day
-,-,-,-,1231,-,-,-,-,-,1231,- New Year’s Eve
NZ NZL
0101 New Year’s Day
0102 Day after New Year’s Day
0206 Waitangi Day
0329,0418,0403,0326,0414,0330,0419,0411,0326,0415,0407,0323 Good Friday
0401,0421,0406,0329,0417,0402,0422,0414,0329,0418,0410,0326 Easter Monday
0425 ANZAC Day
0603,0602,0601,0607,0605,0604,0603,0602,0607,0606,0605,0604 King’s Birthday
0628,0620,0710,0625,0714,0706,0621,0711,0702,0624,0707,0629 Matariki
1028,1027,1026,1025,1023,1022,1028,1027,1025,1024,1023,1022 Labour Day
1225 Christmas Day
1226 Boxing Day
-,-,0427,0426,-,-,-,-,0426,-,-,- ANZAC Day (substitute day)
-,-,1228,1228,-,-,-,-,1228,-,-,- Boxing Day (substitute day)
-,-,-,0104,0104,-,-,-,-,0104,-,- Day after New Year’s Day (substitute day)
-,-,-,0208,0207,-,-,-,-,0207,-,- Waitangi Day (substitute day)
-,-,-,1227,-,-,-,-,1227,1227,-,- Christmas Day (substitute day)
-,-,-,-,0103,-,-,-,-,0103,0103,- New Year’s Day (substitute day)
PE PER
0101 New Year’s Day
0328,0417,0402,0325,0413,0329,0418,0410,0325,0414,0406,0322 Maundy Thursday
0329,0418,0403,0326,0414,0330,0419,0411,0326,0415,0407,0323 Good Friday
0331,0420,0405,0328,0416,0401,0421,0413,0328,0417,0409,0325 Easter Sunday
0501 Labour Day
0607 Battle of Arica and Flag Day
0629 Saints Peter and Paul
0723 Peruvian Air Force Day
0728+0729 Independence Day
0806 Battle of Junín
0830 Santa Rosa de Lima
1008 Battle of Angamos
1101 All Saints’ Day
1208 Immaculate Conception
1209 Battle of Ayacucho
1225 Christmas Day
PL POL
0101 New Year’s Day
0106 Epiphany
0331,0420,0405,0328,0416,0401,0421,0413,0328,0417,0409,0325 Easter Sunday
0401,0421,0406,0329,0417,0402,0422,0414,0329,0418,0410,0326 Easter Monday
0501 Labour Day
0503 Constitution Day
0519,0608,0524,0516,0604,0520,0609,0601,0516,0605,0528,0513 Pentecost
0530,0619,0604,0527,0615,0531,0620,0612,0527,0616,0608,0524 Corpus Christi
0815 Assumption
1101 All Saints’ Day
1111 Independence Day
1225 Christmas Day
1226 Boxing Day
-,1224,1224,1224,1224,1224,1224,1224,1224,1224,1224,1224 Christmas Eve
PT PRT
0101 New Year’s Day
0329,0418,0403,0326,0414,0330,0419,0411,0326,0415,0407,0323 Good Friday
0331,0420,0405,0328,0416,0401,0421,0413,0328,0417,0409,0325 Easter Sunday
0425 Liberty Day
0501 Labour Day
0530,0619,0604,0527,0615,0531,0620,0612,0527,0616,0608,0524 Corpus Christi
0610 Portugal Day
0815 Assumption
1005 Implantação da República
1101 All Saints’ Day
1201 Restauração da Independência
1208 Immaculate Conception
1225 Christmas Day
RO ROU
0101+0102 New Year’s Day
0106 Epiphany
0107 Saint John the Baptist
0124 Day of the Unification of the Romanian Principalities
0501 Labour Day
0503,0418,0410,0430,0414,0406,0426,0411,0430,0422,0407,0427 Good Friday
0505,0420,0412,0502,0416,0408,0428,0413,0502,0424,0409,0429 Easter Sunday
0506,0421,0413,0503,0417,0409,0429,0414,0503,0425,0410,0430 Easter Monday
0601 Children’s Day
0623,0608,0531,0620,0604,0527,0616,-,0620,0612,0528,0617 Pentecost
0624,0609,-,0621,0605,0528,0617,0602,0621,0613,0529,0618 Whit Monday
0815 Assumption
1130 St Andrew’s Day
1201 National holiday
1225 Christmas Day
1226 Boxing Day
RS SRB
0101+0102,0101+0102,0101+0102,0101+0102,0101+0103,0101+0102,0101+0102,0101+0102,0101+0102,0101+0103,0102+0103,0101+0102 New Year’s Day
0107 Orthodox Christmas
0215+0216,0215+0217,0216+0217,0215+0216,0215+0216,0215+0216,0215+0216,0215+0217,0216+0217,0215+0216,0215+0216,0215+0216 Statehood Day
0501+0502,0501+0502,0501+0502,0501+0504,0501+0502,0501+0502,0501+0502,0501+0502,0501,0502+0503,0501+0502,0501+0502 Labour Day
0503,0418,0410,0430,0414,0406,0426,0411,0430,0422,0407,0427 Orthodox Good Friday
0505,0420,0412,0502,0416,0408,0428,0413,0502,0424,0409,0429 Orthodox Easter
0506,0421,0413,0503,0417,0409,0429,0414,0503,0425,0410,0430 Orthodox Easter Monday
1111,1111,1111,1111,1111,1112,1111,1111,1111,1111,1111,1112 Armistice Day
SE SWE
0101 New Year’s Day
0106 Epiphany
0329,0418,0403,0326,0414,0330,0419,0411,0326,0415,0407,0323 Good Friday
0331,0420,0405,0328,0416,0401,0421,0413,0328,0417,0409,0325 Easter Sunday
0401,0421,0406,0329,0417,0402,0422,0414,0329,0418,0410,0326 Easter Monday
0501 Labour Day
0509,0529,0514,0506,0525,0510,0530,0522,0506,0526,0518,0503 Ascension Day
0519,0608,0524,0516,0604,0520,0609,0601,0516,0605,0528,0513 Pentecost
0606 National Day
0621,0620,0619,0625,0623,0622,0621,0620,0625,0624,0623,0622 Midsummer Eve
0622,0621,0620,0626,0624,0623,0622,0621,0626,0625,0624,0623 Midsummer Day
1102,1101,1031,1106,1104,1103,1102,1101,1106,1105,1104,1103 All Saints’ Day
1224 Christmas Eve
1225 Christmas Day
1226 Boxing Day
1231 New Year’s Eve
SG SGP
0101 New Year’s Day
0210+0211,0129+0130,0217+0218,0206+0207,0126+0127,0213,0203,0123,0211+0212,0131+0201,0219+0220,0208+0209 Chinese New Year
0212,-,-,0208,-,-,0205,-,-,-,0221,- Chinese New Year (substitute day)
0329,0418,0403,0326,0414,0330,0419,0411,0326,0415,0407,0323 Good Friday
0410,0331,0321,0309,0226,0214,0204,0124,0114,0102+1223,1212,1201 Hari Raya Puasa
0501 Labour Day
0522,0512,0531+0601,-,-,-,-,-,-,-,-,- Vesak Day
0616+0617,0607,0527,0516,0505,0424,0413,0402,0322,0311,0301,0218 Hari Raya Haji
0809 National Day
1031,1020,1108+1109,1028,1115,1105,1025,-,-,-,-,- Deepavali
1225 Christmas Day
-,-,0810,-,-,-,-,-,-,-,-,- National Day (substitute day)
-,-,-,-,-,-,-,-,-,0502,-,- Labour Day (substitute day)
-,-,-,-,-,-,-,-,-,1226,-,- Christmas Day (substitute day)
-,-,-,-,-,-,-,-,-,-,0102,- New Year’s Day (substitute day)
SI SVN
0101+0102 New Year’s Day
0208 Prešeren Day, the Slovenian Cultural Holiday
0331,0420,0405,0328,0416,0401,0421,0413,0328,0417,0409,0325 Easter Sunday
0401,0421,0406,0329,0417,0402,0422,0414,0329,0418,0410,0326 Easter Monday
0427 Day of Uprising Against Occupation
0501+0502 Labour Day
0519,0608,0524,0516,0604,0520,0609,0601,0516,0605,0528,0513 Pentecost
0625 Statehood Day
0815 Assumption
1031 Reformation Day
1101 Day of Remembrance for the Dead
1225 Christmas Day
1226 Independence and Unity Day
UG UGA
0101 New Year’s Day
0126 Liberation Day
0216 Archbishop Janan Luwum Day
0308 International Women’s Day
0329,0418,0403,0326,0414,0330,0419,0411,0326,0415,0407,0323 Good Friday
0331,0420,0405,0328,0416,0401,0421,0413,0328,0417,0409,0325 Easter Sunday
0401,0421,0406,0329,0417,0402,0422,0414,0329,0418,0410,0326 Easter Monday
0410,0330,0320,0309,0226,0214,0204,0124,0114,0102+1223,1212,1201 End of Ramadan (Eid al-Fitr)
0501 Labour Day
0603 Martyr’s Day
0609 National Heroes Day
0616,0606,0527,0516,0505,0424,0413,0402,0322,0311,0301,0218 Feast of the Sacrifice (Eid al-Adha)
1009 Independence Day
1225 Christmas Day
1226 Boxing Day
-,-,0115+0116,-,-,-,-,-,-,-,-,- General Elections
US USA
0101 New Year’s Day
0115,0120,0119,0118,0117,0115,0121,0120,0119,0117,0116,0115 Martin Luther King Jr. Day
0219,0217,0216,0215,0221,0219,0218,0217,0216,0221,0220,0219 Washington’s Birthday
0527,0526,0525,0531,0529,0528,0527,0526,0531,0530,0529,0528 Memorial Day
0619 Juneteenth
0704 Independence Day
0902,0901,0907,0906,0904,0903,0902,0901,0906,0905,0904,0903 Labour Day
1014,1013,1012,1011,1009,1008,1014,1013,1011,1010,1009,1008 Columbus Day
1111 Veterans Day
1128,1127,1126,1125,1123,1122,1128,1127,1125,1124,1123,1122 Thanksgiving Day
1225 Christmas Day
-,-,-,0705,-,-,-,-,0705,-,-,- Independence Day (substitute day)
-,-,-,-,-,1112,-,-,-,-,-,1112 Veterans Day (substitute day)
-,-,-,-,-,-,-,-,-,0620,-,- Juneteenth (substitute day)
-,-,-,-,-,-,-,-,-,1226,-,- Christmas Day (substitute day)
-,-,-,-,-,-,-,-,-,-,0102,- New Year’s Day (substitute day)
ZA ZAF
0101 New Year’s Day
0321 Human Rights Day
0329,0418,0403,0326,0414,0330,0419,0411,0326,0415,0407,0323 Good Friday
0401,0421,0406,0329,0417,0402,0422,0414,0329,0418,0410,0326 Family Day
0427 Freedom Day
0501 Workers’ Day
0529,-,-,-,-,-,-,-,-,-,-,- Voting Day
0616 Youth Day
0617,0428,0810,0322+1227,0925,1217,0617,0428,0322+1227,0502,0102+0925,1217 Public Holiday
0809 National Women’s Day
0924 Heritage Day
1216 Day of Reconciliation
1225 Christmas Day
1226 Day of Goodwill
-,-,1104,-,-,-,-,-,-,-,-,- Local Government Elections
`;
